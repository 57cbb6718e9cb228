import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter, computeRandomRuns } from '../../../../harness/vitest/random-cases.ts'
import { toDestinationHref } from '../addresses/destinations.ts'
import { parseShortPath, type ShortPathSuffix } from './parse-short-path.ts'
import { formatButtonPath, formatReadableShortUrl, formatShortPath, formatShortUrl, slugOfShortUrl } from './short-paths.ts'
import { findSlugProblem } from './slug-rules.ts'

const kitchen = 'k\u00fcche'

describe('the path of a link', () => {
  it.each([
    ['/lamp', 'lamp'],
    ['/lamp/', 'lamp'],
    ['/Spring_Sale-26', 'Spring_Sale-26'],
    [`/${'a'.repeat(200)}`, 'a'.repeat(200)],
    ['/go/lamp', 'go/lamp'],
    ['/recommends/lamp/', 'recommends/lamp'],
    ['/a/b/c/d/e/f/g/h', 'a/b/c/d/e/f/g/h'],
    ['/v1.0', 'v1.0'],
    ['/a...', 'a...'],
    ['/sale+more', 'sale+more'],
    ['/sale%2Bmore', 'sale+more'],
    ['/~mia', '~mia'],
    ['/%7Emia', '~mia'],
    ['/k%C3%BCche', kitchen],
    ['/k%c3%bcche/', kitchen],
    [`/${kitchen}`, kitchen],
    ['/ku%CC%88che', kitchen],
    ['/ku\u0308che', kitchen],
    ['/%E0%A4%95%E0%A4%BF', '\u0915\u093f'],
    ['/%6C%61mp', 'lamp'],
    ['/go%2Flamp', 'go/lamp'],
    ['/go', 'go'],
    ['/go/', 'go'],
    ['/go/2', 'go/2'],
    ['/lamp/Go', 'lamp/Go'],
    ['/lamp/gone', 'lamp/gone'],
    ['/media', 'media'],
    ['/p/lamp', 'p/lamp'],
  ])('%s leads to the slug %s', (path, slug) => {
    expect(parseShortPath(path)).toEqual({ slug, suffix: undefined })
  })

  it.each<[string, string, ShortPathSuffix]>([
    ['/lamp+', 'lamp', { kind: 'preview' }],
    ['/lamp%2B', 'lamp', { kind: 'preview' }],
    ['/go/lamp+', 'go/lamp', { kind: 'preview' }],
    ['/sale+more+', 'sale+more', { kind: 'preview' }],
    ['/k%C3%BCche+', kitchen, { kind: 'preview' }],
    ['/go+', 'go', { kind: 'preview' }],
    ['/lamp/go', 'lamp', { kind: 'button', choice: undefined }],
    ['/lamp/go/0', 'lamp', { kind: 'button', choice: 0 }],
    ['/lamp/go/12', 'lamp', { kind: 'button', choice: 12 }],
    ['/go/lamp/go', 'go/lamp', { kind: 'button', choice: undefined }],
    ['/go/go', 'go', { kind: 'button', choice: undefined }],
    ['/go/go/2', 'go', { kind: 'button', choice: 2 }],
    ['/a/b/c/d/e/f/g/h/go/3', 'a/b/c/d/e/f/g/h', { kind: 'button', choice: 3 }],
    ['/k%C3%BCche/go', kitchen, { kind: 'button', choice: undefined }],
  ])('%s is a page that belongs to the slug %s', (path, slug, suffix) => {
    expect(parseShortPath(path)).toEqual({ slug, suffix })
  })

  it.each([
    '',
    '/',
    '//',
    'lamp',
    '*',
    '/+',
    '/lamp++',
    '/lamp//',
    '/a//b',
    '//evil.example',
    '/lamp+/',
    '/lamp/go/',
    '/lamp/go/123',
    '/lamp/go/x',
    '/lamp/go/2/3',
    '/lamp/go/more',
    '/.',
    '/..',
    '/a/../b',
    '/a/%2e%2e/b',
    '/.well-known/security.txt',
    '/.env',
    '/...lamp',
    '/@mia',
    '/@mia/p/1',
    '/%40mia',
    '/media/x/1600.webp',
    '/a/b/c/d/e/f/g/h/i',
    `/${'a'.repeat(201)}`,
    `/${'%C3%BC'.repeat(101)}`,
    '/%',
    '/%C3',
    '/%FF',
    '/%00lamp',
    '/lamp%20',
    '/lamp%0d%0aLocation:x',
    '/lamp\\',
    '/lamp%252F',
    '/a,b',
    '/a:b',
    '/a=b',
    '/%CC%88lamp', // A mark without a letter
    '/1%CC%88', // A mark on a digit
    '/%E3%85%A4', // An invisible letter
    '/la%E2%80%8Bmp', // A zero-width space
    '/%EF%BC%8Flamp', // A full-width slash
    '/%F0%9F%92%A1',
  ])('%s is not the path of a link', (path) => {
    expect(parseShortPath(path)).toBeUndefined()
  })
})

const letters = [...'aZz09_-.~+', kitchen[1] ?? '', 'Ж', 'あ', 'क\u093f', 'ש', '한', '𐐷', 'é', 'ﬁ']
const segment = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
const slugs = fc
  .array(segment, { minLength: 1, maxLength: 8 })
  .map((segments) => segments.join('/').normalize('NFC'))
  .filter((slug) => findSlugProblem(slug) === undefined && !slug.startsWith('.'))

const percentEncode = (character: string) =>
  Array.from(new TextEncoder().encode(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

it('leads to its slug in every encoding, and so do the paths of the preview and the buttons', () => {
  fc.assert(
    fc.property(slugs, fc.infiniteStream(fc.nat(3)), fc.nat(99), (slug, choices, choice) => {
      const path = formatShortPath(slug)
      const expected = { slug, suffix: undefined }
      expect(path).toMatch(/^[!-~]+$/)
      expect(new URL(path, 'https://go.example').pathname).toBe(path)
      expect(parseShortPath(path)).toEqual(expected)
      expect(parseShortPath(`${path}/`)).toEqual(expected)
      const needless = Array.from(slug.normalize('NFD'), (character) => {
        const encoded = percentEncode(character)
        return [encodeURI(character), encoded, encoded.toUpperCase(), character][choices.next().value ?? 0]
      })
      expect(parseShortPath(`/${needless.join('')}`)).toEqual(expected)
      expect(parseShortPath(`${path}+`)).toEqual({ slug, suffix: { kind: 'preview' } })
      expect(parseShortPath(formatButtonPath(slug))).toEqual({ slug, suffix: { kind: 'button', choice: undefined } })
      expect(parseShortPath(formatButtonPath(slug, choice))).toEqual({ slug, suffix: { kind: 'button', choice } })
      const url = formatShortUrl('https://go.example', slug)
      expect([toDestinationHref(url), slugOfShortUrl(url), formatReadableShortUrl(url)]).toEqual([url, slug, `go.example/${slug}`])
    }),
    { numRuns: computeRandomRuns(500) },
  )
})

it('leads to every slug that earlier versions allowed', () => {
  const earlier = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'),
    minLength: 1,
    maxLength: 64,
  })
  fc.assert(
    fc.property(fc.oneof(earlier, fc.constantFrom('go', 'media', 'p', 'c', '-', '__proto__')), (slug) => {
      expect([findSlugProblem(slug), formatShortPath(slug)]).toEqual([undefined, `/${slug}`])
      expect(parseShortPath(`/${slug}`)).toEqual({ slug, suffix: undefined })
      expect(parseShortPath(`/${slug}+`)).toEqual({ slug, suffix: { kind: 'preview' } })
      expect(parseShortPath(`/${slug}/go/7`)).toEqual({ slug, suffix: { kind: 'button', choice: 7 } })
    }),
    { numRuns: computeRandomRuns(500) },
  )
})

it('of any text is undefined or has a valid slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      for (const path of [text, `/${text}`, `/lamp/${text}`, `/${encodeURIComponent(text.toWellFormed())}`]) {
        const parsed = parseShortPath(path)
        if (parsed !== undefined) expect(findSlugProblem(parsed.slug)).toBeUndefined()
      }
    }),
    { numRuns: computeRandomRuns(500) },
  )
})
