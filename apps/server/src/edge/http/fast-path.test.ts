import { expect, it } from 'vitest'
import { measureGrowth } from '../../../test/measure-time-growth.ts'
import { readFastPathRequest } from './fast-path.ts'

const readVisit = (text: string) => readFastPathRequest(Buffer.from(text, 'latin1'), { remoteAddress: '198.51.100.7' })

/** Formats a request for `/lamp` with these header lines. */
const formatRequest = (...lines: string[]) => ['GET /lamp HTTP/1.1', ...lines, '', ''].join('\r\n')

/** Formats a complete request of this many bytes. */
function formatRequestOfSize(bytes: number): string {
  const start = 'GET /lamp HTTP/1.1\r\nHost: x\r\nX: '
  return `${start}${'a'.repeat(bytes - start.length - 4)}\r\n\r\n`
}

const formatRequestWithHeaders = (count: number) =>
  formatRequest('Host: x', ...Array.from({ length: count - 1 }, (_, nth) => `X-${nth}: y`))

it("reads a browser's request", () => {
  const visit = readVisit(
    [
      'GET /lamp?utm_source=mail HTTP/1.1',
      'Host: go.example',
      'Connection: keep-alive',
      'Upgrade-Insecure-Requests: 1',
      'User-Agent: A browser; like "another"',
      'Accept: */*',
      'Sec-Purpose: prefetch',
      'Referer: https://blog.example/',
      'Accept-Language: \t de,en;q=0.5 \t',
      'Cookie: a=b',
      '',
      '',
    ].join('\r\n'),
  )
  expect(visit).toMatchObject({
    method: 'GET',
    url: '/lamp?utm_source=mail',
    headers: {
      'user-agent': 'A browser; like "another"',
      'sec-purpose': 'prefetch',
      referer: 'https://blog.example/',
      'accept-language': 'de,en;q=0.5',
    },
    socket: { remoteAddress: '198.51.100.7' },
  })
})

it.each([
  ['only a host', formatRequest('Host: x')],
  ['names in any case', formatRequest('hOST: x', 'USER-agent: A browser')],
  ['no space after the colon, or an empty value', formatRequest('Host:', 'Referer:')],
  ['spaces alone as a value', formatRequest('Host: x', 'Referer: \t ')],
  ['a header that is not read, twice', formatRequest('Host: x', 'Cookie: a=b', 'Cookie: c=d')],
  ['100 headers', formatRequestWithHeaders(100)],
  ['16,384 bytes', formatRequestOfSize(16_384)],
])('reads a request with %s', (_what, text) => {
  expect(readVisit(text)).toBeDefined()
})

it.each([
  ['no bytes', ''],
  ['no end of its head', 'GET /lamp HTTP/1.1\r\nHost: x\r\n'],
  ['a second start', 'GET /lamp HTTP/1.1\r\nHost: x\r\n\r\nGET'],
  ['another after it', formatRequest('Host: x').repeat(2)],
  ['an empty line before it', `\r\n${formatRequest('Host: x')}`],
  ['no headers', 'GET /lamp HTTP/1.1\r\n\r\n'],
  ['bare line feeds', formatRequest('Host: x').replaceAll('\r\n', '\n')],
  ['one bare line feed', 'GET /lamp HTTP/1.1\r\nHost: x\nReferer: y\r\n\r\n'],
  ['a bare carriage return', formatRequest('Host: x', 'Referer: a\rb')],
  ['a folded header', formatRequest('Host: x', 'Referer: a', ' b')],
  ['a folded first header', formatRequest(' Host: x')],
  ['a space before a colon', formatRequest('Host : x')],
  ['a tab in a name', formatRequest('Host: x', 'X\tY: z')],
  ['a header without a name', formatRequest('Host: x', ': y')],
  ['a header without a colon', formatRequest('Host: x', 'Referer')],
  ['NUL in a value', formatRequest('Host: x', 'Referer: a\0b')],
  ['NUL in a name', formatRequest('Host: x', 'X\0: a')],
  ['NUL in the target', formatRequest('Host: x').replace('/lamp', '/lamp\0')],
  ['DEL in a value', formatRequest('Host: x', 'Referer: a\x7fb')],
  ['a value beyond ASCII', formatRequest('Host: x', 'Referer: \xe9')],
  ['a target beyond ASCII', formatRequest('Host: x').replace('/lamp', '/l\xe4mp')],
  ['no host', formatRequest('Referer: x')],
  ['two hosts', formatRequest('Host: x', 'Host: x')],
  ['two hosts in other cases', formatRequest('Host: x', 'hOsT: y')],
  ['a target in absolute form', formatRequest('Host: x').replace('/lamp', 'http://x/lamp')],
  ['an asterisk as its target', formatRequest('Host: x').replace('/lamp', '*')],
  ['a space in the target', formatRequest('Host: x').replace('/lamp', '/la mp')],
  ['two spaces before the target', formatRequest('Host: x').replace(' ', '  ')],
  ['a tab before the target', formatRequest('Host: x').replace(' ', '\t')],
  ['HTTP/1.0', formatRequest('Host: x').replace('1.1', '1.0')],
  ['HTTP/2.0', formatRequest('Host: x').replace('1.1', '2.0')],
  ['HTTP/0.9', 'GET /lamp\r\n'],
  ['a method in lower case', formatRequest('Host: x').replace('GET', 'get')],
  ['HEAD', formatRequest('Host: x').replace('GET', 'HEAD')],
  ['POST', formatRequest('Host: x').replace('GET', 'POST')],
  ['a body in chunks', formatRequest('Host: x', 'Transfer-Encoding: chunked')],
  ['an empty body', formatRequest('Host: x', 'Content-Length: 0')],
  ['a body', `${formatRequest('Host: x', 'Content-Length: 1')}a`],
  ['an upgrade', formatRequest('Host: x', 'Upgrade: websocket')],
  ['an expectation', formatRequest('Host: x', 'Expect: 100-continue')],
  ['trailers', formatRequest('Host: x', 'Trailer: x')],
  ['transfer codings', formatRequest('Host: x', 'TE: trailers')],
  ['Connection: close', formatRequest('Host: x', 'Connection: close')],
  ['Connection: upgrade', formatRequest('Host: x', 'Connection: keep-alive, upgrade')],
  ['a connection to a proxy', formatRequest('Host: x', 'Proxy-Connection: close')],
  ['a header that is read, twice', formatRequest('Host: x', 'User-Agent: a', 'user-agent: b')],
  ['an empty header that is read, twice', formatRequest('Host: x', 'Referer:', 'Referer: b')],
  ['X-Forwarded-For twice', formatRequest('Host: x', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2')],
  ['101 headers', formatRequestWithHeaders(101)],
  ['16,385 bytes', formatRequestOfSize(16_385)],
])('returns undefined for a request with %s', (_what, text) => {
  expect(readVisit(text)).toBeUndefined()
})

it.each(['a', 'a: b\r\n', 'a:', '\r\n', '\t', ' : '])('reads a long head made of %j in linear time', (part) => {
  expect(measureGrowth((size) => readVisit(`GET / HTTP/1.1\r\nHost: x\r\n${part.repeat(size)}`))).toBeLessThan(128)
})
