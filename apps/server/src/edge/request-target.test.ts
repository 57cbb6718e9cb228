import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growthOf } from '../../test/measure-time-growth.ts'
import { pathOf, queryOf, slugIn } from './request-target.ts'

it.each([
  ['/abc1234', 'abc1234'],
  ['/abc1234/', 'abc1234'],
  ['/Spring_Sale-26?utm_source=mail', 'Spring_Sale-26'],
  ['/abc?', 'abc'],
  ['/%61bc', 'abc'],
  ['http://go.example/abc?x=1', 'abc'],
  [`/${'a'.repeat(64)}`, 'a'.repeat(64)],
])('reads %s as %s', (target, slug) => {
  expect(slugIn(target)).toBe(slug)
})

it.each([
  '/',
  '//',
  '/abc//',
  '/abc/def',
  '//evil.example',
  '/@store',
  '/abc.html',
  '/robots.txt',
  '/.well-known/security.txt',
  '/abc%2Fdef',
  '/abc%0d%0aLocation:x',
  '/%',
  '/%00abc',
  '/abc\\',
  '/añc',
  `/${'a'.repeat(65)}`,
  '',
  '*',
  'abc',
])('finds no slug in %j', (target) => {
  expect(slugIn(target)).toBeUndefined()
})

it('returns only letters, digits, - and _, for any target', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const target of [text, `/${text}`, `/abc?${text}`]) expect(slugIn(target) ?? 'none').toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    }),
  )
})

it('splits path and query', () => {
  expect(pathOf('/a/b?c=d?e')).toBe('/a/b')
  expect(queryOf('/a/b?c=d?e')).toBe('c=d?e')
  expect(queryOf('/a')).toBe('')
})

it.each(['/', '/%', '/%61', 'http://', '/a?%', 'a'])('reads a long target made of %j in linear time', (part) => {
  expect(growthOf((size) => slugIn(`/${part.repeat(size)}`))).toBeLessThan(128)
})
