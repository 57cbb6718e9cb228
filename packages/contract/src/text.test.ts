import { expect, it } from 'vitest'
import { isVisible, nameText, ownerName, text, visibleText, webAddressMessage } from './text.ts'

const missing = 'It needs a name'
const odd = 'Use letters and other visible characters'

function listIssues(schema: ReturnType<typeof nameText>, written: string): string[] {
  return schema.safeParse(written).error?.issues.map((issue) => issue.message) ?? []
}

it.each(['NUL \0', 'half of a character \ud800', '\udc00\ud800'])('no text contains %j', (written) => {
  expect([text, visibleText(missing), nameText(missing)].map((schema) => listIssues(schema, written))).toEqual([[odd], [odd], [odd]])
})

it.each(['lamps', ' sale ', '50 %', '🔥', '👩\u200d👩\u200d👧', '𠮷野家', 'می\u200cخواهم', 'क्\u200dष', 'İ', '→'])(
  'a name may be %j, and is trimmed',
  (written) => {
    expect(nameText(missing).parse(written)).toBe(written.trim())
  },
)

it.each([
  ['nothing', ''],
  ['blanks', ' \t\u00a0\u3000'],
  ['a zero-width space', '\u200b'],
  ['joiners and a word joiner', '\u200c\u200d\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['a mark without a letter', '\u0301'],
  ['a Hangul filler', '\u3164'],
  ['an empty Braille cell', '\u2800'],
  ['a variation selector', '\ufe0f'],
])('%s is invisible', (_what, written) => {
  expect(isVisible(written)).toBe(false)
  expect([listIssues(visibleText(missing), written), listIssues(nameText(missing), written)]).toEqual([[missing], [missing]])
})

it.each(['\n', '\r\n', '\t', '\u0007', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u2029'])('a name does not contain %j', (character) => {
  expect(listIssues(nameText(missing), `a${character}b`)).toEqual([odd])
  expect(listIssues(visibleText(missing), `a${character}b`)).toEqual([])
})

it.each([
  'https://evil.example',
  'Visit evil.example now',
  'www.evil.example',
  't.co/x',
  'mia@evil.example',
  'EVIL.COM',
  'bücher.de',
  'пример.рф',
  'evil。example',
  'ｅｖｉｌ．ｃｏｍ',
  'evil.xn--p1ai',
  'http://[::1]',
  '198.51.100.7',
  'ftp://x',
])('the name of an owner does not contain a web address: %s', (written) => {
  expect(listIssues(ownerName(missing), written)).toEqual([webAddressMessage])
})

it.each([
  'Mia Baker',
  'J.R.R. Tolkien',
  'Dr. Mia Baker',
  'St. John',
  'Mia B.',
  'Baker & Sons Inc.',
  'Nº 5',
  'v1.5',
  'a/b: c',
  '李小龍',
  '...',
  'No. 1.',
])('the name of an owner may be %s', (written) => {
  expect(ownerName(missing).parse(written)).toBe(written)
})
