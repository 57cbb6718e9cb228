import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../harness/vitest/random-cases.ts'
import { formatPageAddress, isPageSlug, isReservedPageSlug, makePageSlug, pageSlugMessage } from './page-slug-rules.ts'
import { pageSlug } from './page-slugs.ts'

describe('makePageSlug', () => {
  it.each([
    ['Bread from Scratch', 'bread-from-scratch'],
    ["  Mia's lamp & co. ", 'mias-lamp-co'],
    ['Küche', 'küche'],
    ['デスクライト', 'デスクライト'],
    ['ضوء دافئ', 'ضوء-دافئ'],
    ['a \u0301b', 'a-b'],
    ['★ !', ''],
    [`${'lamp '.repeat(12)}more`, 'lamp-'.repeat(12).slice(0, -1)],
    ['x'.repeat(200), 'x'.repeat(60)],
    [`${'x'.repeat(59)}e\u0323\u0301`, 'x'.repeat(59)],
  ])('makes from the name %o the slug %o', (name, slug) => {
    expect(makePageSlug(name)).toBe(slug)
  })

  it('makes a slug from every name with letters or digits, and does not change a slug', () => {
    for (const unit of ['grapheme', anyCharacter] as const)
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 200 }), (name) => {
          const slug = makePageSlug(name)
          return slug === '' ? !/[\p{L}\p{N}]/u.test(name.normalize('NFKC')) : isPageSlug(slug) && makePageSlug(slug) === slug
        }),
      )
  })
})

describe('pageSlug', () => {
  it.each([
    ['Bread-From-Scratch', 'bread-from-scratch'],
    [' ku\u0308che ', 'küche'],
    [' ', undefined],
  ])('reads %o as %o', (typed, slug) => {
    expect(pageSlug.parse(typed)).toBe(slug)
  })

  it.each([
    ...['a b', 'a/b', '../a', '.env', 'robots.txt', 'sitemap.xml', '@mia', '-a', 'a-', 'a--b', 'a_b', 'a+', 'a?q', 'a#b', '%61', 'a\\b'],
    ...['<script>alert(1)</script>', '"onload=alert(1)', "javascript:alert('x')", '{{a}}', '=1+1', 'a\r\nSet-Cookie:b', 'a\0', "a';--"],
    ...['a\u202eb', 'a\u200bb', 'a\u2028b', '\u0301a', 'a-\u0301b', '__proto__', 'x'.repeat(81)],
  ])('rejects %o', (typed) => {
    expect(pageSlug.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([pageSlugMessage])
  })
})

it.each(['snippet', 'p', 'c', '01978f3a-0000-7000-8000-000000000001'])('reserves %s', (slug) => {
  expect(isReservedPageSlug(slug)).toBe(true)
})

it.each([
  ['/@mia', 'küche', '/@mia/k%C3%BCche'],
  ['https://lamps.example/', 'desk', 'https://lamps.example/desk'],
  ['', 'desk', '/desk'],
])('formats the address of a page below %o', (store, slug, address) => {
  expect(formatPageAddress(store, slug)).toBe(address)
})
