import { createServer } from 'node:http'
import { createGuardedFetch, type GuardedFetch } from '../src/platform/http/guarded-fetch.ts'
import { listen } from '../src/platform/http/listen.ts'

/**
 * Simulates all URL shorteners on this machine. `answers` maps an address to the destination of its redirect, or to a
 * status. Other addresses get 404.
 */
export async function openShortServices(
  answers: Record<string, string | number>,
): Promise<{ fetch: GuardedFetch; asked: string[] } & AsyncDisposable> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const address = decodeURIComponent(url.slice(1))
    const answer = answers[address] ?? 404
    asked.push(address)
    if (typeof answer === 'string') response.writeHead(301, { location: answer }).end()
    else response.writeHead(answer, { 'content-type': 'text/html' }).end('<title>A page</title>')
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  const permitted = createGuardedFetch({ userAgent: 'test', maxRedirects: 0, allowedPrivateAddresses: ['127.0.0.1'] })
  const fetch: GuardedFetch = (address) => permitted(`http://127.0.0.1:${port}/${encodeURIComponent(address)}`)
  return { fetch, asked, [Symbol.asyncDispose]: async () => void server.close() }
}
