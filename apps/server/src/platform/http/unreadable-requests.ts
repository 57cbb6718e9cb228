import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Returns the headers that a server sends with every response, as a list in which names and values alternate. */
export type PolicyHeaders = () => readonly string[]

const statusByCode: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers requests that `node:http` would otherwise answer itself. The statuses are the same, but the responses have
 * the `policyHeaders`. These requests have a head that is malformed (400), too large (431) or not complete in time
 * (408), chunk extensions that are too long (413), or an expectation other than `100-continue` (417). `requireHost`
 * answers requests without a `Host` header or with two of them.
 */
export function answerUnreadableRequests(server: Server, policyHeaders: PolicyHeaders): void {
  const latestResponse = new WeakMap<Socket, ServerResponse>()
  server.on('request', (request, response) => latestResponse.set(request.socket, response))
  server.on('checkExpectation', (_request, response) => reject(response, 417, policyHeaders))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = latestResponse.get(socket)
    const isWithinResponse = response?.headersSent === true && !response.writableEnded
    if (!socket.writable || error.code === 'ECONNRESET' || isWithinResponse) socket.destroy()
    else {
      socket.write(toText(statusByCode[error.code ?? ''] ?? 400, policyHeaders))
      socket.destroySoon()
    }
  })
}

/**
 * Answers a request of HTTP/1.1 without `Host` with 400. Also answers any request with more than one `Host` with 400:
 * Node drops all but the first, and a proxy may have chosen another (RFC 9112, 3.2). The server must be created with
 * `requireHostHeader: false`, so that Node does not answer requests without `Host` itself.
 */
export function requireHost(listener: RequestListener, policyHeaders: PolicyHeaders): RequestListener {
  return (request, response) => {
    const hosts = countHosts(request.rawHeaders)
    if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) reject(response, 400, policyHeaders)
    else listener(request, response)
  }
}

/** Returns the number of `Host` headers. In `rawHeaders`, names and values alternate. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function reject(response: ServerResponse, status: number, policyHeaders: PolicyHeaders): void {
  response.writeHead(status, [...createHeaders(status, policyHeaders), 'Connection', 'close'])
  response.end(createBody(status))
}

function toText(status: number, policyHeaders: PolicyHeaders): string {
  const headers = [...createHeaders(status, policyHeaders), 'Date', new Date().toUTCString(), 'Connection', 'close']
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${createBody(status)}`
}

function createHeaders(status: number, policyHeaders: PolicyHeaders): string[] {
  const length = String(createBody(status).length)
  return ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', length, 'Cache-Control', 'no-store', ...policyHeaders()]
}

function createBody(status: number): string {
  return `${STATUS_CODES[status]}\n`
}
