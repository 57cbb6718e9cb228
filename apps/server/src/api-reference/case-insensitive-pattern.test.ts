import { expect, it } from 'vitest'
import { toCaseInsensitiveSource, toPublishedPattern } from './case-insensitive-pattern.ts'

it.each([
  [/^#[0-9a-f]{6}$/i, ['#089B71', '#089b71', '#089G71', '#089b7']],
  [/^https?:\/\//i, ['HTTPS://a', 'http://a', 'ftp://a', 'htps://a']],
  [/^data:image\/(png|jpeg);base64,/i, ['data:image/PNG;BASE64,a', 'data:image/gif;base64,a']],
  [/^(?:ab|[^x-z\d-]+)$/i, ['AB', 'aB', 'x', 'X', 'q1', 'Qq', '-']],
])('rewrites %s so that it matches the same texts without a flag', (pattern, texts) => {
  const published = new RegExp(toCaseInsensitiveSource(pattern))

  expect(texts.map((text) => published.test(text))).toEqual(texts.map((text) => pattern.test(text)))
})

it.each([/\p{L}/iu, /(?<name>a)/i, /\u{61}/iu])('throws for %s, because its letters do not stand for themselves', (pattern) => {
  expect(() => toCaseInsensitiveSource(pattern)).toThrow('Not a pattern')
})

it('does not change a pattern that does not ignore case', () => {
  expect(toPublishedPattern({ pattern: '^[a-z]$' }, [/^[a-z]$/])).toEqual({ pattern: '^[a-z]$' })
})
