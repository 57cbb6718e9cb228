import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createGuardedFetch, type GuardedFetch } from '../src/platform/http/guarded-fetch.ts'
import { listen } from '../src/platform/http/listen.ts'

/** A request as the server received it. */
export interface ShopRequest {
  at: number
  method: string
  /** The full address. The server answers for every host that `fetch` requests. */
  url: string
  userAgent: string
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface ShopServer extends AsyncDisposable {
  requests: ShopRequest[]
  /** Pages by address. An address that is not listed is answered with 404, even a robots.txt. */
  pages: Record<string, Answer>
  /**
   * Creates the product's real client. For the client, every host name leads to this server, except `missing.example`,
   * which does not exist.
   */
  fetch(options: { maxRedirects: number; timeoutMs?: number; maxBytes?: number }): GuardedFetch
}

export const answerWith =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)

/** Opens a web server that simulates shops and answers for every host. */
export async function openShopServer(pages: Record<string, Answer> = {}): Promise<ShopServer> {
  const requests: ShopRequest[] = []
  const shop = { pages }
  const server = createServer((request, response) => {
    const [, host = '', ...path] = (request.url ?? '').split('/')
    const url = `https://${host}/${path.join('/')}`
    requests.push({ at: performance.now(), method: request.method ?? '', url, userAgent: request.headers['user-agent'] ?? '' })
    const answer = shop.pages[url] ?? answerWith(404)
    answer(request, response)
  })
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return {
    requests,
    pages: shop.pages,
    fetch: (options) => createShopFetch(port, options),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function createShopFetch(port: number, options: { maxRedirects: number; timeoutMs?: number; maxBytes?: number }): GuardedFetch {
  const origin = `http://127.0.0.1:${port}`
  const fetchLocal = createGuardedFetch({ userAgent: 'TestCheck/1.0', allowedPrivateAddresses: ['127.0.0.1'], ...options })
  const toLocal = (address: string) => `${origin}/${address.replace(/^https?:\/\//, '')}`
  const toShop = (address: string) => (address.startsWith(origin) ? `https://${address.slice(origin.length + 1)}` : address)
  return async (address, request) => {
    const { hostname } = new URL(address)
    if (hostname === 'missing.example') return createGuardedFetch({ userAgent: 'x' })(`http://${'a'.repeat(64)}.example/`)
    if (hostname === '10.0.0.1') return fetchLocal(address, request)
    const page = await fetchLocal(toLocal(address), request)
    return { ...page, url: toShop(page.url), ...(page.location !== undefined && { location: toShop(page.location) }) }
  }
}
