import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { closeServer, listen } from './listen.ts'
import { answerUnreadableRequests, requireHost } from './unreadable-requests.ts'

const policyHeaders = () => ['X-Frame-Options', 'DENY']
const limits = { requireHostHeader: false, maxHeaderSize: 4_096, headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }

const running: Server[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await closeServer(server, 20)
})

async function aServer(listener: RequestListener): Promise<number> {
  const server = createServer(limits, requireHost(listener, policyHeaders))
  answerUnreadableRequests(server, policyHeaders)
  running.push(server)
  return listen(server, '127.0.0.1', 0, 'PORT')
}

/**
 * Sends the bytes, and returns everything that is received until the server closes the connection. The client does not
 * close its side. `later` is sent when the response begins.
 */
async function exchange(port: number, bytes: string, later = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  socket.write(bytes, 'latin1')
  if (later !== '') socket.once('data', () => socket.write(later, 'latin1'))
  await once(socket, 'close')
  return received
}

const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

it.each([
  ['no HTTP', '\x16\x03\x01\r\n\r\n', '400 Bad Request'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', '400 Bad Request'],
  ['the same Host twice', 'GET / HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nHost: a\r\n\r\n', '400 Bad Request'],
  ['two Hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', '400 Bad Request'],
  ['a head that is not complete in time', 'GET / HTTP/1.1\r\nHost: a\r\n', '408 Request Timeout'],
  ['a body that is not complete in time', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc', '408 Request Timeout'],
  ['chunk extensions that are too long', `${chunked}1;${'a'.repeat(20_000)}\r\n`, '413 Payload Too Large'],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: much\r\n\r\n', '417 Expectation Failed'],
  ['a head that is too large', `GET /${'a'.repeat(5_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, '431 Request Header Fields Too Large'],
])('answers a request with %s with the headers of every response, and closes the connection', async (_case, bytes, status) => {
  const port = await aServer((request) => void request.resume())
  const [head = '', body] = (await exchange(port, bytes)).split('\r\n\r\n')
  const [statusLine, ...headers] = head.split('\r\n')
  expect(statusLine).toBe(`HTTP/1.1 ${status}`)
  expect(headers).toEqual(expect.arrayContaining(['X-Frame-Options: DENY', 'Cache-Control: no-store', 'Connection: close']))
  expect(headers).toContain(`Content-Length: ${body?.length}`)
})

it('adds nothing to a response that has begun', async () => {
  const port = await aServer((_request, response) => void response.write('a part'))
  expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'no HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*a part\r\n$/)
})

it('answers requests of HTTP/1.0 without Host', async () => {
  const port = await aServer((_request, response) => response.end('done'))
  expect(await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*done$/)
})
