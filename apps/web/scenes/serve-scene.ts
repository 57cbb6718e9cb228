import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { closeServer, listen } from '../../server/src/platform/http/http.ts'
import { protectAnswer } from '../../server/src/platform/http/security-headers.ts'
import { type Answers, type Reply, replyTo, silence } from '../test/api-answers.ts'

const dashboardFolder = fileURLToPath(new URL('../dist/', import.meta.url))
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface SceneServer extends AsyncDisposable {
  origin: string
  /** Calls that nobody answered, as `METHOD /path`. */
  unanswered: string[]
  /** Paths of the files that were sent, from the folder of the built dashboard. */
  sent: string[]
  /** Something was asked for and is still to come; what never comes is not. */
  isBusy(): boolean
}

/** The built dashboard with the server's own headers, and answers in the place of API and identity provider, on one origin. */
export async function serveScene(answers: Answers): Promise<SceneServer> {
  const unanswered: string[] = []
  const sent: string[] = []
  const underWay = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    underWay.add(response)
    response.on('close', () => underWay.delete(response))
    void answer(request, response)
  })
  const origin = `http://localhost:${await listen(server, 'localhost', 0, 'PORT')}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (!/^\/(v1|oidc)\//.test(pathname)) return sendFile(pathname, response)
    const method = request.method ?? 'GET'
    const given = await text(request)
    const headers = new Headers(Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(', ') ?? '']))
    const body = /json/.test(headers.get('content-type') ?? '') ? JSON.parse(given) : given
    if (answers[`${method} ${pathname}`] === silence) underWay.delete(response)
    const reply = await replyTo(answers, { method, path: pathname, query: searchParams, body, headers })
    if (reply === undefined) unanswered.push(`${method} ${pathname}`)
    // A line that stays open never ends.
    if (reply?.body instanceof ReadableStream) underWay.delete(response)
    sendReply(reply, response)
  }

  async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
    const name = extname(pathname) === '' ? 'index.html' : pathname
    const file = await readFile(join(dashboardFolder, name)).catch(() => undefined)
    const headers = new Headers({ 'content-type': contentTypes[extname(name)] ?? 'application/octet-stream' })
    protectAnswer(headers, origin)
    sent.push(name)
    response.writeHead(file === undefined ? 404 : 200, [...headers].flat()).end(file)
  }

  return { origin, unanswered, sent, isBusy: () => underWay.size > 0, [Symbol.asyncDispose]: () => closeServer(server, 0) }
}

function sendReply(reply: Reply | undefined, response: ServerResponse): void {
  const { status, body, headers } = reply ?? { status: 501, body: undefined, headers: {} }
  if (body instanceof ReadableStream) return void Readable.from(body).pipe(response.writeHead(status, headers))
  const sent = body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
}
