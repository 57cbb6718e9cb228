import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { fontPath, storeFontsPath } from '@linkshelf/contract'
import { findInlineScripts } from '../../../server/src/api/dashboard-files.ts'
import { createAppPolicy } from '../../../server/src/platform/http/content-security-policy.ts'
import { closeServer, listen } from '../../../server/src/platform/http/listen.ts'
import { pageFont, pageFontHeaders } from '../../../server/src/platform/http/page-font.ts'
import { setSecurityHeaders } from '../../../server/src/platform/http/response-headers.ts'
import { readStoreFont } from '../../../server/src/platform/http/store-font-files.ts'
import { type Answers, findReply, noReply, type Reply } from '../../test/api-answers.ts'

const dashboardFolder = fileURLToPath(new URL('../../dist/', import.meta.url))
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** An empty document on the same origin. It does not load the dashboard. */
export const blankPath = '/blank'

export interface SceneServer extends AsyncDisposable {
  origin: string
  /** Replaces the fixed answers, and clears the recorded calls and files. */
  start(answers: Answers): void
  /** API calls without an answer, as `METHOD /path`. */
  unanswered(): string[]
  /** All API calls, as `METHOD /path?query`. */
  sentCalls(): string[]
  /** Paths of the sent files, relative to the folder of the built dashboard. */
  sentFiles(): string[]
  /** True while a response is pending. Calls that are never answered are ignored. */
  isBusy(): boolean
  /** The number of responses that have ended since the server was opened. */
  endedResponses(): number
}

/**
 * Serves the built dashboard with the server's own headers. Serves fixed answers of the API and the identity provider
 * on the same origin.
 */
export async function openSceneServer(): Promise<SceneServer> {
  let answers: Answers = {}
  let unanswered: string[] = []
  let sentCalls: string[] = []
  let sentFiles: string[] = []
  const pending = new Set<ServerResponse>()
  let endedResponses = 0
  const server = createServer((request, response) => {
    pending.add(response)
    response.on('close', () => {
      pending.delete(response)
      endedResponses += 1
    })
    void respond(request, response)
  })
  const origin = `http://localhost:${await listen(server, 'localhost', 0, 'PORT')}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (pathname === blankPath)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Blank</title>')
    if (pathname === fontPath) return void response.writeHead(200, pageFontHeaders).end(pageFont)
    if (pathname.startsWith(storeFontsPath)) return void response.writeHead(200, pageFontHeaders).end(await readStoreFont(pathname))
    if (!/^\/(v1|auth)\//.test(pathname)) return sendFile(pathname, response)
    const method = request.method ?? 'GET'
    sentCalls.push(`${method} ${request.url}`)
    const sent = await text(request)
    const headers = new Headers(Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(', ') ?? '']))
    const body = /json/.test(headers.get('content-type') ?? '') ? JSON.parse(sent) : sent
    if (answers[`${method} ${pathname}`] === noReply) pending.delete(response)
    const reply = await findReply(answers, { method, path: pathname, query: searchParams, body, headers })
    if (reply === undefined) unanswered.push(`${method} ${pathname}`)
    // An event stream never ends, so it is not pending.
    if (reply?.body instanceof ReadableStream) pending.delete(response)
    sendReply(reply, response)
  }

  async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
    const isAsset = extname(pathname) !== ''
    const name = isAsset ? pathname : 'index.html'
    const file = await readFile(join(dashboardFolder, name)).catch(() => undefined)
    const headers = new Headers({
      'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    if (!isAsset) headers.set('content-security-policy', createAppPolicy(findInlineScripts(join(dashboardFolder, name))))
    setSecurityHeaders(headers, origin)
    sentFiles.push(name)
    response.writeHead(file === undefined ? 404 : 200, [...headers].flat()).end(file)
  }

  return {
    origin,
    start(next) {
      answers = next
      unanswered = []
      sentCalls = []
      sentFiles = []
    },
    unanswered: () => unanswered,
    sentCalls: () => sentCalls,
    sentFiles: () => sentFiles,
    isBusy: () => pending.size > 0,
    endedResponses: () => endedResponses,
    [Symbol.asyncDispose]: () => closeServer(server, 0),
  }
}

function sendReply(reply: Reply | undefined, response: ServerResponse): void {
  const { status, body, headers } = reply ?? { status: 501, body: undefined, headers: {} }
  if (body instanceof ReadableStream) return void Readable.from(body).pipe(response.writeHead(status, headers))
  if (body === undefined) return void response.writeHead(status, headers).end()
  const sent = body instanceof Uint8Array ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
}
