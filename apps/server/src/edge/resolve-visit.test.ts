import { fontPath } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import type { DestinationRule, FoundLink } from '../links/index.ts'
import { trustedProxyList } from '../platform/http/client-address.ts'
import { createLinkCache } from './link-cache/link-cache.ts'
import { createNotFoundLimit } from './not-found-limit.ts'
import { NOT_FOUND, type Outcome, STORE_NOT_FOUND } from './outcome.ts'
import { createVisitResolver } from './resolve-visit.ts'
import type { Visit } from './visit.ts'
import type { VisitorCountries } from './visitor-countries.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

function aLink(...rules: DestinationRule[]): FoundLink {
  return {
    kind: 'link',
    link: { linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination: 'https://shop.example/', rules },
  }
}
const stored: Record<string, FoundLink> = {
  lamp: aLink(),
  invalid: { kind: 'invalid' },
  removed: { kind: 'gone' },
  phones: aLink({ kind: 'device', devices: ['phone'], destination: 'https://m.example/' }),
  german: aLink({ kind: 'country', countries: ['DE'], destination: 'https://de.example/' }),
  timed: aLink({ kind: 'time', fromAt: 1_000, untilAt: 2_000, destination: 'https://sale.example/' }),
  split: aLink({
    kind: 'split',
    variants: [
      { weight: 1, destination: 'https://a.example/' },
      { weight: 1, destination: 'https://b.example/' },
    ],
  }),
}

interface Setup {
  perMinute?: number
  isDown?: boolean
  countries?: VisitorCountries
}

function resolver({ perMinute = 1_000, isDown = false, countries = { find: () => 'DE', close: () => undefined } }: Setup = {}) {
  const linkCache = createLinkCache({
    async findLinks(slugs) {
      if (isDown) throw new Error('connect ECONNREFUSED')
      return new Map(slugs.flatMap((slug): [string, FoundLink][] => (stored[slug] ? [[slug, stored[slug]]] : [])))
    },
  })
  const notFoundLimit = createNotFoundLimit(perMinute)
  const clock = { now: () => new Date(1_500) }
  return createVisitResolver({
    linkCache,
    notFoundLimit,
    countries,
    visitStore: async () => STORE_NOT_FOUND,
    visitMedia: async () => NOT_FOUND,
    trustedProxies: trustedProxyList(['127.0.0.1']),
    clock,
  })
}

function visit(url: string, { method = 'GET', address = '203.0.113.7', userAgent = phone } = {}): Visit {
  return { method, url, headers: { 'user-agent': userAgent, 'x-forwarded-for': address }, socket: { remoteAddress: '127.0.0.1' } }
}

it.each<[string, Visit, object]>([
  ['a link', visit('/lamp'), { kind: 'redirect', location: 'https://shop.example/', rule: 'default', link: { linkId: 'l', revision: 1 } }],
  ['HEAD', visit('/lamp', { method: 'HEAD' }), { kind: 'redirect' }],
  ['POST', visit('/lamp', { method: 'POST' }), { kind: 'method-not-allowed' }],
  ['a removed link', visit('/removed'), { kind: 'gone' }],
  ['a link with an invalid destination', visit('/invalid'), { kind: 'not-found' }],
  ['an unknown slug', visit('/missing'), { kind: 'not-found' }],
  ['a path that is no slug', visit('/a/b'), { kind: 'not-found' }],
  ['the front page', visit('/?utm_source=mail'), { kind: 'page', page: 'front' }],
  ['robots.txt', visit('/robots.txt'), { kind: 'page', page: 'robots' }],
  ['the icon', visit('/favicon.ico'), { kind: 'page', page: 'icon' }],
  ['the font', visit(fontPath), { kind: 'page', page: 'font' }],
  ['the health of the edge', visit('/healthz'), { kind: 'page', page: 'health' }],
  ['a device rule that matches', visit('/phones'), { location: 'https://m.example/', rule: 'device' }],
  ['a device rule that does not match', visit('/phones', { userAgent: '' }), { location: 'https://shop.example/', rule: 'default' }],
  ['a country rule', visit('/german'), { location: 'https://de.example/', rule: 'country' }],
  ['a time rule', visit('/timed'), { location: 'https://sale.example/', rule: 'time' }],
])('resolves %s, loaded or cached', async (_case, request, expected) => {
  const resolveVisit = resolver()
  expect(await resolveVisit(request)).toMatchObject(expected)
  const again = resolveVisit(request)
  expect(again).not.toBeInstanceOf(Promise)
  expect(again).toMatchObject(expected)
})

it('answers busy when a link can not be loaded', async () => {
  expect(await resolver({ isDown: true })(visit('/lamp'))).toEqual({ kind: 'busy' })
})

it('returns the same object for each visit of a cached link without rules', async () => {
  const resolveVisit = resolver()
  const first = await resolveVisit(visit('/lamp'))
  expect(resolveVisit(visit('/lamp'))).toBe(first)
})

it('gives a visitor the same variant each time, and visitors different ones', async () => {
  const resolveVisit = resolver()
  const locationFor = async (address: string) => {
    const outcome = await resolveVisit(visit('/split', { address }))
    return outcome.kind === 'redirect' ? outcome.location : ''
  }
  const addresses = Array.from({ length: 200 }, (_, nth) => `198.51.100.${nth}`)
  const [first, second] = [await Promise.all(addresses.map(locationFor)), await Promise.all(addresses.map(locationFor))]
  expect(second).toEqual(first)
  const share = first.filter((location) => location === 'https://a.example/').length / addresses.length
  expect(share).toBeGreaterThan(0.35)
  expect(share).toBeLessThan(0.65)
})

it('finds the country only where a rule needs it, and waits for it', async () => {
  const paths: (string | undefined)[] = []
  const country = Promise.resolve('DE')
  const find = ({ url }: Visit) => {
    paths.push(url)
    return country
  }
  const resolveVisit = resolver({ countries: { find, close: () => undefined } })
  for (const path of ['/lamp', '/phones', '/split', '/timed']) await resolveVisit(visit(path))
  expect(paths).toEqual([])
  expect(await resolveVisit(visit('/german'))).toMatchObject({ location: 'https://de.example/' })
  expect(paths).toEqual(['/german'])
})

it('rate-limits a network that requests many unknown slugs, and stops loading for one that floods', async () => {
  const resolveVisit = resolver({ perMinute: 2 })
  await resolveVisit(visit('/lamp'))
  const kinds: Outcome['kind'][] = []
  for (let nth = 0; nth < 25; nth += 1) kinds.push((await resolveVisit(visit(`/missing${nth}`))).kind)
  expect(kinds).toEqual(['not-found', 'not-found', ...Array(23).fill('rate-limited')])
  expect(await resolveVisit(visit('/lamp'))).toMatchObject({ kind: 'redirect' })
  expect(await resolveVisit(visit('/phones'))).toEqual({ kind: 'rate-limited' })
  expect(await resolveVisit(visit('/phones', { address: '198.51.100.1' }))).toMatchObject({ kind: 'redirect' })
})
