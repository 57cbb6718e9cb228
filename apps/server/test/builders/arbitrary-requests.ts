// Requests that a client can send to an edge. Most parts of a request are usual. Each part is occasionally unusual or
// invalid.
import fc from 'fast-check'
import { visitHeaders } from '../../src/edge/visit.ts'

export const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 40, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

const anyLatin1 = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
const someCase = (name: string) =>
  fc.constantFrom(
    name,
    name.toUpperCase(),
    name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  )
const aTarget = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/lamp', '/lamp?utm_source=mail', '/lamp/', '/lamp?', '/lamp?a=%0d%0a', '/l%61mp') },
  { weight: 1, arbitrary: fc.constantFrom('/missing', '/removed', '/nowhere', '/later', '/', '*', 'http://go.example/lamp', '//lamp', '') },
  { weight: 1, arbitrary: anyLatin1.map((noise) => `/lamp?${noise}`) },
)
const aValue = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'A browser',
      'https://blog.example/',
      'de',
      'prefetch',
      '',
      ' ',
      '\t',
      ' a \t',
      '192.0.2.7, 192.0.2.8',
      'NZ',
    ),
  },
  { weight: 1, arbitrary: anyLatin1 },
)
const aHeader = fc.oneof(
  { weight: 25, arbitrary: fc.tuple(fc.constantFrom<string>(...visitHeaders, 'cookie', 'accept', 'dnt').chain(someCase), aValue) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<[string, string]>(
      ['Connection', 'keep-alive'],
      ['connection', 'Keep-Alive '],
      ['Connection', 'close'],
      ['Connection', 'upgrade'],
      ['Proxy-Connection', 'close'],
      ['Content-Length', '0'],
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
      ['Expect', '100-continue'],
      ['Expect', 'much'],
      ['Upgrade', 'websocket'],
      ['TE', 'trailers'],
      ['Host', 'again'],
      ['X Y', 'z'],
      ['', 'nameless'],
    ),
  },
)
const aLine = fc
  .tuple(aHeader, mostly(': ', ':', ' :', ':\t ', ' ', ''), mostly('\r\n', '\n', '\r', '\r\n '))
  .map(([[name, value], colon, end]) => name + colon + value + end)
export const aRequest = fc
  .tuple(
    mostly('GET', 'HEAD', 'POST', 'get', 'OPTIONS', ''),
    mostly(' ', '  ', '\t'),
    aTarget,
    mostly(' HTTP/1.1\r\n', ' HTTP/1.0\r\n', ' HTTP/2.0\r\n', ' HTTP/1.1\n', '\r\n', ' http/1.1\r\n'),
    mostly('Host: go.example\r\n', '', 'host:\r\n'),
    fc.array(aLine, { maxLength: 6 }),
    mostly('\r\n', '', '\n', '\r\n\r\n', '\r\nabc'),
  )
  .map(([method, gap, target, version, host, lines, end]) => method + gap + target + version + host + lines.join('') + end)

export const anAddress = fc.oneof(
  fc.constantFrom(
    'fe80::1%eth0',
    '::ffff:fe80::1%lo',
    '::ffff:203.0.113.7',
    '',
    '::',
    '::1%',
    '%',
    'fe80::%%',
    '203.0.113.7%eth0',
    '[::1]:80',
  ),
  fc.ipV6(),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
export const aPath = fc.oneof(
  fc.constantFrom('/lamp', '/missing', '/later', '/removed', '/healthz', '/', '//', '/%', '*', 'http://[fe80::1%25eth0]/lamp'),
  anyLatin1,
)
export const aHeaderLine = fc
  .tuple(fc.constantFrom<string>(...visitHeaders), fc.oneof(anAddress, anyLatin1))
  .map(([name, value]) => `${name}: ${value}`)
