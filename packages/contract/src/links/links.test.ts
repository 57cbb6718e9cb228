import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addedAtMs, destination, destinationHref, firstIdAt, linkDraft, linkMessages, slug, withScheme } from './links.ts'

it.each([
  ['a', true],
  ['Lamp_2-b', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a b', false],
  ['a/b', false],
  ['lämp', false],
])('a slug of %j is valid: %s', (text, isValid) => {
  expect(slug.safeParse(text).success).toBe(isValid)
})

it('an id begins with the time at which it is added', () => {
  const atMs = Date.UTC(2026, 2, 20, 12, 0, 0, 7)
  expect(addedAtMs(firstIdAt(atMs))).toBe(atMs)
  expect(firstIdAt(atMs) < firstIdAt(atMs + 1)).toBe(true)
})

describe('a destination', () => {
  it.each([
    ['https://shop.example/a?b=c#d', 'https://shop.example/a?b=c#d'],
    [' HTTP://Shop.Example/ä ', 'http://shop.example/%C3%A4'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['https://shop.example\\path', 'https://shop.example/path'],
  ])('%s is stored as %s', (text, href) => {
    expect(destination.parse(text)).toBe(href)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,hi',
    'file:///etc/passwd',
    'ftp://shop.example/',
    'https://bank.example@evil.example/',
    'https://user:secret@shop.example/',
    'https://shop.example/\r\nset-cookie: a=b',
    'https://shop.example/\u0000',
    '//shop.example',
    'shop.example',
    'https://',
    '',
    `https://shop.example/${'a'.repeat(2_048)}`,
  ])('%j is rejected with the message for an invalid URL or for its length', (text) => {
    const read = destination.safeParse(text)
    expect(read.success).toBe(false)
    expect([linkMessages.invalidUrl, 'A URL may have 2048 characters at most']).toContain(read.error?.issues[0]?.message)
  })

  it('is only ever http or https without credentials or line breaks, whatever is typed', () => {
    const scheme = fc.constantFrom('http', 'https', 'HTTP', 'javascript', 'data', 'file', 'vbscript', 'blob', 'ws', 'view-source:http')
    const noise = fc.constantFrom('', '\t', '\n', '\r', '\u0000', ' ', '\u200b')
    const typed = fc
      .tuple(noise, scheme, noise, fc.constantFrom(':', '://', ':\\\\', ':/'), fc.string(), noise)
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(typed, fc.string(), fc.webUrl()), (text) => {
        const href = destinationHref(text)
        if (href === undefined) return
        const url = new URL(href)
        expect(['http:', 'https:']).toContain(url.protocol)
        expect(url.username + url.password).toBe('')
        expect([...href].every((character) => character > ' ' && character < '\u007f')).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

it.each([
  ['shop.example/a', 'https://shop.example/a'],
  ['http://shop.example', 'http://shop.example'],
  ['HTTPS://shop.example', 'HTTPS://shop.example'],
  ['  shop.example ', 'https://shop.example'],
  ['shop.example:8080/a', 'https://shop.example:8080/a'],
  ['ftp://shop.example', 'ftp://shop.example'],
  ['http//shop.example', 'http//shop.example'],
  ['https:/shop.example', 'https:/shop.example'],
])('%j in the add-link bar becomes %j', (typed, expected) => {
  expect(withScheme(typed)).toBe(expected)
})

it('rejects unknown fields, and removes duplicate labels', () => {
  expect(linkDraft.safeParse({ target: 'https://a.example', colour: 'red' }).success).toBe(false)
  expect(linkDraft.parse({ target: 'https://a.example', labels: ['a', ' a ', 'b'] }).labels).toEqual(['a', 'b'])
})
