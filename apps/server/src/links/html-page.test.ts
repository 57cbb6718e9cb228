import { expect, it } from 'vitest'
import { measureProcessorMs } from '../../test/measure-time-growth.ts'
import { findPageTitle } from './html-page.ts'

const utf8 = 'text/html; charset=utf-8'

it.each([
  ['<TITLE lang="en">A</TITLE>', 'A'],
  ['<title>a\n  b</title>', 'a b'],
  ['<title>&#8220;x&#x201D; &eacute; &AMP; &bogus;</title>', '“x” é & &bogus;'],
  ['<title>a&#0;b\u0000c\u0007</title>', 'a\uFFFDb c'],
  ['<title>a <b>bold</b> word</title>', 'a <b>bold</b> word'],
  ['<!-- <title>no</title> --><script>"<title>no</title>"</script><title>yes</title>', 'yes'],
  ['<svg><title>Logo</title></svg><title>Shop</title>', 'Shop'],
  ['<title>first</title><title>second</title>', 'first'],
  ['<title a=">">A</title>', 'A'],
  ['<title></title>', null],
  ['<title> &nbsp; </title>', null],
  ['<title>never closed', null],
  ['<titles>no</titles>', null],
  [`<title>${'x'.repeat(500)}</title>`, 'x'.repeat(300)],
  [`<title>${'x'.repeat(299)}😀</title>`, 'x'.repeat(299)],
  ['', null],
])('reads the title of %j', (html, title) => {
  expect(findPageTitle(Buffer.from(html), utf8)).toBe(title)
})

const shiftJis = Buffer.concat([Buffer.from('<title>'), Buffer.from([0x93, 0xfa, 0x96, 0x7b]), Buffer.from('</title>')])
const latin1 = Buffer.from('<title>Küche – 5 \x80</title>'.replace('–', '\x96'), 'latin1')
const utf16 = Buffer.from('\uFEFF<title>Küche 日本</title>', 'utf16le')

it.each<[string, Buffer, string, string]>([
  ['Shift_JIS by header', shiftJis, 'text/html; charset=Shift_JIS', '日本'],
  ['a quoted charset', shiftJis, 'text/html;charset="x-sjis"', '日本'],
  ['Shift_JIS by meta', Buffer.concat([Buffer.from('<meta charset="shift_jis">'), shiftJis]), 'text/html', '日本'],
  [
    'Shift_JIS by http-equiv',
    Buffer.concat([Buffer.from('<META http-equiv=Content-Type content="text/html; charset=Shift_JIS">'), shiftJis]),
    'text/html',
    '日本',
  ],
  ['ISO-8859-1, which is read as windows-1252', latin1, 'text/html; charset=ISO-8859-1', 'Küche – 5 €'],
  ['windows-1252', latin1, 'text/html; charset=windows-1252', 'Küche – 5 €'],
  ['no charset and no valid UTF-8', latin1, 'text/html', 'Küche – 5 €'],
  ['no charset and valid UTF-8', Buffer.from('<title>Küche</title>'), 'text/html', 'Küche'],
  ['no charset and UTF-8 that is cut', Buffer.from('<title>Küche</title>é').subarray(0, -1), 'text/html', 'Küche'],
  ['an unknown charset', Buffer.from('<title>Küche</title>'), 'text/html; charset=bogus', 'Küche'],
  ['a header that is none', Buffer.from('<title>Küche</title>'), 'html;;;', 'Küche'],
  ['UTF-16 by its byte order mark', utf16, 'text/html', 'Küche 日本'],
  ['UTF-16, big end first', Buffer.from(utf16).swap16(), 'text/html', 'Küche 日本'],
  ['UTF-16 by header', utf16.subarray(2), 'text/html; charset=utf-16le', 'Küche 日本'],
  ['a byte order mark against the header', Buffer.from('\uFEFF<title>Küche</title>'), 'text/html; charset=iso-8859-1', 'Küche'],
  ['UTF-16 declared in ASCII', Buffer.from('<meta charset=utf-16><title>Küche</title>'), 'text/html', 'Küche'],
])('decodes a title in %s', (_charset, body, contentType, title) => {
  expect(findPageTitle(body, contentType)).toBe(title)
})

it.each(['<b>', '</b>', '<b></i>', '<title', '<svg>', '<!--', '<title>&', '&amp', '<a b="', '<meta charset='])(
  'reads a page of %j in time that grows with its length',
  (piece) => {
    const createPage = (bytes: number) => Buffer.from(piece.repeat(bytes / piece.length))
    const body = createPage(1_000_000)
    findPageTitle(createPage(100_000), utf8)
    expect(measureProcessorMs(() => findPageTitle(body, utf8))).toBeLessThan(1_000)
  },
)
