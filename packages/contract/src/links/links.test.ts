import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeRandomRuns } from '../../../../harness/vitest/random-cases.ts'
import { addScheme, toDestinationHref } from '../addresses/destinations.ts'
import {
  createLowestId,
  destination,
  linkDraft,
  linkEditForm,
  linkMessages,
  parseAddedAtMs,
  slug,
  slugMessage,
  slugMessages,
} from './links.ts'

it.each([
  ['a', 'a'],
  ['Lamp_2-b', 'Lamp_2-b'],
  ['go/lamp', 'go/lamp'],
  ['v1.0', 'v1.0'],
  ['sale+more', 'sale+more'],
  ['~mia', '~mia'],
  ['k\u00fcche', 'k\u00fcche'],
  ['ku\u0308che', 'k\u00fcche'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['a/b/c/d/e/f/g/h', 'a/b/c/d/e/f/g/h'],
])('accepts the slug %j', (text, stored) => {
  expect(slug.parse(text)).toBe(stored)
  expect(linkEditForm.shape.slug.parse(text)).toBe(stored)
})

it.each([
  ['', slugMessage],
  ['a b', slugMessage],
  ['a=b', slugMessage],
  ['a%20b', slugMessage],
  ['\u3164', slugMessage],
  ['x'.repeat(201), slugMessages.tooLong],
  ['\u00fc'.repeat(101), slugMessages.tooLong],
  ['a/b/c/d/e/f/g/h/i', slugMessages.tooManySegments],
  ['/lamp', slugMessages.emptySegment],
  ['lamp/', slugMessages.emptySegment],
  ['a//b', slugMessages.emptySegment],
  ['.', slugMessages.dots],
  ['a/../b', slugMessages.dots],
  ['lamp+', slugMessages.plus],
  ['lamp/go', slugMessages.button],
  ['lamp/go/2', slugMessages.button],
  ['go/a/go/b', slugMessages.button],
])('rejects the slug %j with a message that says why', (text, message) => {
  for (const schema of [slug, linkEditForm.shape.slug])
    expect(schema.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('parses the time at which a row was added from its id', () => {
  const atMs = Date.UTC(2026, 2, 20, 12, 0, 0, 7)
  expect(parseAddedAtMs(createLowestId(atMs))).toBe(atMs)
  expect(createLowestId(atMs) < createLowestId(atMs + 1)).toBe(true)
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
    expect([linkMessages.invalidUrl, 'URLs can be up to 2048 characters']).toContain(read.error?.issues[0]?.message)
  })

  it('is always an http or https URL without credentials and line breaks, for any input', () => {
    const scheme = fc.constantFrom('http', 'https', 'HTTP', 'javascript', 'data', 'file', 'vbscript', 'blob', 'ws', 'view-source:http')
    const noise = fc.constantFrom('', '\t', '\n', '\r', '\u0000', ' ', '\u200b')
    const typed = fc
      .tuple(noise, scheme, noise, fc.constantFrom(':', '://', ':\\\\', ':/'), fc.string(), noise)
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(typed, fc.string(), fc.webUrl()), (text) => {
        const href = toDestinationHref(text)
        if (href === undefined) return
        const url = new URL(href)
        expect(['http:', 'https:']).toContain(url.protocol)
        expect(url.username + url.password).toBe('')
        expect([...href].every((character) => character > ' ' && character < '\u007f')).toBe(true)
      }),
      { numRuns: computeRandomRuns(500) },
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
])('parses the typed destination %j as %j', (typed, expected) => {
  expect(addScheme(typed)).toBe(expected)
})

it('rejects unknown fields, and removes duplicate labels', () => {
  expect(linkDraft.safeParse({ target: 'https://a.example', colour: 'red' }).success).toBe(false)
  expect(linkDraft.parse({ target: 'https://a.example', labels: ['a', ' a ', 'b'] }).labels).toEqual(['a', 'b'])
})
