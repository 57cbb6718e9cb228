import { expect, it } from 'vitest'
import { measureProcessorMs } from '../../../test/measure-time-growth.ts'
import { findPageIcon } from './page-icon.ts'

const page = 'https://shop.example/lamps/7'

function readIcon(html: string): string | null {
  return findPageIcon(Buffer.from(html), 'text/html; charset=utf-8', page)
}

it.each([
  ['<link rel="icon" href="/i.png">', 'https://shop.example/i.png'],
  ['<LINK REL="Shortcut ICON" HREF=i.ico>', 'https://shop.example/lamps/i.ico'],
  ['<link rel=icon href="//cdn.example/i.png?a=1&amp;b=2"/>', 'https://cdn.example/i.png?a=1&b=2'],
  ['<base href="/static/"><link rel=icon href=i.png>', 'https://shop.example/static/i.png'],
  ['<link rel=icon sizes=16x16 href=16.png><link rel=icon sizes="32x32" href=32.png>', 'https://shop.example/lamps/32.png'],
  ['<link rel=icon sizes=512x512 href=512.png><link rel=icon sizes=96x96 href=96.png>', 'https://shop.example/lamps/96.png'],
  ['<link rel=icon href=i.ico><link rel=apple-touch-icon href=a.png>', 'https://shop.example/lamps/a.png'],
  ['<link rel=icon type="image/svg+xml" href=i><link rel=icon href=i.ico>', 'https://shop.example/lamps/i.ico'],
  ['<link rel=icon href=i.svg>', null],
  ['<link rel=mask-icon href=i.png>', null],
  ['<link rel=icon href="data:image/png;base64,AAAA">', null],
  ['<link rel=icon href="javascript:alert(1)">', null],
  ['<link rel=icon href="">', null],
  ['<link rel=icon>', null],
  [`<link rel=icon href="/${'x'.repeat(3_000)}">`, null],
  ['<!-- <link rel=icon href=i.png> --><script>"<link rel=icon href=i.png>"</script>', null],
  ['<a rel=icon href=i.png>', null],
  ['', null],
])('reads the icon of %s', (html, icon) => {
  expect(readIcon(html)).toBe(icon)
})

it.each(['<link rel=icon href=i.svg>', '<link ', '<link a=', '<base href="x">', '<link href="&amp;'])(
  'reads a page of %j in time that grows with its length',
  (piece) => {
    const html = piece.repeat(1_000_000 / piece.length)
    expect(measureProcessorMs(() => readIcon(html))).toBeLessThan(1_000)
  },
)
