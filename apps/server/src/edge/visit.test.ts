import { findSlugProblem, slugMaxBytes } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { measureGrowth } from '../../test/measure-time-growth.ts'
import { createTrustedProxyList } from '../platform/http/client-address.ts'
import { getProxyCountry, getVisitorAddress, parseTargetPath, parseTargetQuery, parseVisitPath, type Visit } from './visit.ts'

const proxies = createTrustedProxyList(['127.0.0.1', 'fe80::/10'])

function aVisit(remoteAddress: string | undefined, headers: Visit['headers'] = {}): Visit {
  return { headers, socket: { remoteAddress } }
}

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  [undefined, ''],
])("finds the visitor's address for %s without proxies", (remote, address) => {
  expect(getVisitorAddress(aVisit(remote, { 'x-forwarded-for': '198.51.100.9' }), undefined)).toBe(address)
})

it.each([
  ['a trusted proxy', '127.0.0.1', '198.51.100.9'],
  ['a trusted link-local proxy', 'fe80::1%eth0', '198.51.100.9'],
  ['another address', '203.0.113.7', '203.0.113.7'],
  ['another link-local address', '2001:db8::1%eth0', '2001:db8::1'],
])('reads X-Forwarded-For of %s only if it is trusted', (_case, remote, address) => {
  expect(getVisitorAddress(aVisit(remote, { 'x-forwarded-for': '198.51.100.9' }), proxies)).toBe(address)
})

it('reads a country only from trusted proxies', () => {
  const headers = { 'cf-ipcountry': 'NZ' }
  expect(
    [aVisit('127.0.0.1', headers), aVisit('fe80::1%eth0', headers), aVisit('203.0.113.7', headers)].map((visit) =>
      getProxyCountry(visit, proxies),
    ),
  ).toEqual(['NZ', 'NZ', ''])
  expect(getProxyCountry(aVisit('127.0.0.1', headers), undefined)).toBe('')
})

it.each([
  ['/abc1234', 'abc1234'],
  ['/abc1234/', 'abc1234'],
  ['/Spring_Sale-26?utm_source=mail', 'Spring_Sale-26'],
  ['/abc?', 'abc'],
  ['/%61bc', 'abc'],
  ['http://go.example/abc?x=1', 'abc'],
  ['http://go.example/go/lamp?x=1', 'go/lamp'],
  ['/go/lamp?next=/other', 'go/lamp'],
  ['/k%C3%BCche?q=1', 'k\u00fcche'],
  [`/${'a'.repeat(200)}`, 'a'.repeat(200)],
])('reads %s as %s', (target, slug) => {
  expect(parseVisitPath(target)).toEqual({ slug, suffix: undefined })
})

it.each(['/', '//', '//evil.example', '/@store', '/abc%0d%0aLocation:x', '/%', '/%00abc', '/abc\\', '', '*', 'abc'])(
  'finds no link in %j',
  (target) => {
    expect(parseVisitPath(target)).toBeUndefined()
  },
)

it('splits path and query', () => {
  expect(parseTargetPath('/a/b?c=d?e')).toBe('/a/b')
  expect(parseTargetQuery('/a/b?c=d?e')).toBe('c=d?e')
  expect(parseTargetQuery('/a')).toBe('')
})

it.each(['/', '/%', '/%61', 'http://', '/a?%', 'a', '/go', '+', '.', '%CC%88', '\u00fc'])(
  'reads a long target made of %j in linear time',
  (part) => {
    expect(measureGrowth((size) => parseVisitPath(`/${part.repeat(size)}`))).toBeLessThan(128)
  },
)

// The parsers reject longer text, so these tests measure the longest text that the parsers read.
const readMaxLength = 2_000
const runOften = (work: () => void) => {
  for (let round = 0; round < 100; round += 1) work()
}

it.each(['/', '%61', 'a', '/a', '/go', '+', '.', '/go/1', 'a%CC%88', '%CC%88', '\u00fc'])(
  'reads a path of the maximum length made of %j in linear time',
  (part) => {
    const size = Math.floor((readMaxLength - 2) / 16 / part.length)
    for (const end of ['', '!', '+'])
      expect(measureGrowth((times) => runOften(() => parseVisitPath(`/${part.repeat(times)}${end}`)), size)).toBeLessThan(64)
  },
)

it.each(['a', 'a/', '.', '-', '+', '0', 'a\u0308', '\u00fc'])(
  'validates a short name of the maximum length made of %j in linear time',
  (part) => {
    const size = Math.floor((slugMaxBytes - 1) / 16 / Buffer.byteLength(part))
    for (const end of ['', '!', '+'])
      expect(measureGrowth((times) => runOften(() => findSlugProblem(part.repeat(times) + end)), size)).toBeLessThan(64)
  },
)
