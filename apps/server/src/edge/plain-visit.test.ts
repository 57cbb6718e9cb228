import { expect, it } from 'vitest'
import { growthOf } from '../../test/growth-of.ts'
import { plainVisitIn } from './plain-visit.ts'

const visitIn = (text: string) => plainVisitIn(Buffer.from(text, 'latin1'), { remoteAddress: '198.51.100.7' })

/** A request for `/lamp` with these header lines. */
const asking = (...lines: string[]) => ['GET /lamp HTTP/1.1', ...lines, '', ''].join('\r\n')

/** A whole request of exactly so many bytes. */
function ofBytes(bytes: number): string {
  const start = 'GET /lamp HTTP/1.1\r\nHost: x\r\nX: '
  return `${start}${'a'.repeat(bytes - start.length - 4)}\r\n\r\n`
}

const headersOf = (count: number) => asking('Host: x', ...Array.from({ length: count - 1 }, (_, nth) => `X-${nth}: y`))

it('reads what a browser sends', () => {
  const visit = visitIn(
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
  ['only a host', asking('Host: x')],
  ['names in any case', asking('hOST: x', 'USER-agent: A browser')],
  ['no space after the colon, or an empty value', asking('Host:', 'Referer:')],
  ['spaces alone as a value', asking('Host: x', 'Referer: \t ')],
  ['a header that we do not read, twice', asking('Host: x', 'Cookie: a=b', 'Cookie: c=d')],
  ['100 headers', headersOf(100)],
  ['16,384 bytes', ofBytes(16_384)],
])('takes a request with %s', (_what, text) => {
  expect(visitIn(text)).toBeDefined()
})

it.each([
  ['nothing', ''],
  ['no end', 'GET /lamp HTTP/1.1\r\nHost: x\r\n'],
  ['an end of its own', 'GET /lamp HTTP/1.1\r\nHost: x\r\n\r\nGET'],
  ['another after it', asking('Host: x').repeat(2)],
  ['an empty line before it', `\r\n${asking('Host: x')}`],
  ['no headers', 'GET /lamp HTTP/1.1\r\n\r\n'],
  ['bare line feeds', asking('Host: x').replaceAll('\r\n', '\n')],
  ['one bare line feed', 'GET /lamp HTTP/1.1\r\nHost: x\nReferer: y\r\n\r\n'],
  ['a bare carriage return', asking('Host: x', 'Referer: a\rb')],
  ['a folded header', asking('Host: x', 'Referer: a', ' b')],
  ['a folded first header', asking(' Host: x')],
  ['a space before a colon', asking('Host : x')],
  ['a tab in a name', asking('Host: x', 'X\tY: z')],
  ['a header without a name', asking('Host: x', ': y')],
  ['a header without a colon', asking('Host: x', 'Referer')],
  ['NUL in a value', asking('Host: x', 'Referer: a\0b')],
  ['NUL in a name', asking('Host: x', 'X\0: a')],
  ['NUL in the target', asking('Host: x').replace('/lamp', '/lamp\0')],
  ['DEL in a value', asking('Host: x', 'Referer: a\x7fb')],
  ['a value beyond ASCII', asking('Host: x', 'Referer: \xe9')],
  ['a target beyond ASCII', asking('Host: x').replace('/lamp', '/l\xe4mp')],
  ['no host', asking('Referer: x')],
  ['two hosts', asking('Host: x', 'Host: x')],
  ['two hosts in other cases', asking('Host: x', 'hOsT: y')],
  ['a target in absolute form', asking('Host: x').replace('/lamp', 'http://x/lamp')],
  ['an asterisk as its target', asking('Host: x').replace('/lamp', '*')],
  ['a space in the target', asking('Host: x').replace('/lamp', '/la mp')],
  ['two spaces before the target', asking('Host: x').replace(' ', '  ')],
  ['a tab before the target', asking('Host: x').replace(' ', '\t')],
  ['HTTP/1.0', asking('Host: x').replace('1.1', '1.0')],
  ['HTTP/2.0', asking('Host: x').replace('1.1', '2.0')],
  ['HTTP/0.9', 'GET /lamp\r\n'],
  ['a method in lower case', asking('Host: x').replace('GET', 'get')],
  ['HEAD', asking('Host: x').replace('GET', 'HEAD')],
  ['POST', asking('Host: x').replace('GET', 'POST')],
  ['a body in chunks', asking('Host: x', 'Transfer-Encoding: chunked')],
  ['an empty body', asking('Host: x', 'Content-Length: 0')],
  ['a body', `${asking('Host: x', 'Content-Length: 1')}a`],
  ['an upgrade', asking('Host: x', 'Upgrade: websocket')],
  ['an expectation', asking('Host: x', 'Expect: 100-continue')],
  ['trailers', asking('Host: x', 'Trailer: x')],
  ['transfer codings', asking('Host: x', 'TE: trailers')],
  ['Connection: close', asking('Host: x', 'Connection: close')],
  ['Connection: upgrade', asking('Host: x', 'Connection: keep-alive, upgrade')],
  ['a connection to a proxy', asking('Host: x', 'Proxy-Connection: close')],
  ['one header that we read, twice', asking('Host: x', 'User-Agent: a', 'user-agent: b')],
  ['one empty header that we read, twice', asking('Host: x', 'Referer:', 'Referer: b')],
  ['X-Forwarded-For twice', asking('Host: x', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2')],
  ['101 headers', headersOf(101)],
  ['16,385 bytes', ofBytes(16_385)],
])('leaves a request with %s to others', (_what, text) => {
  expect(visitIn(text)).toBeUndefined()
})

it.each(['a', 'a: b\r\n', 'a:', '\r\n', '\t', ' : '])(
  'reads a long head made of %j in time that grows with its length and no faster',
  (piece) => {
    expect(growthOf((size) => visitIn(`GET / HTTP/1.1\r\nHost: x\r\n${piece.repeat(size)}`))).toBeLessThan(100)
  },
)
