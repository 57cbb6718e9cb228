import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DestinationRule, ResolvedLink } from '../../links/visitors.ts'
import { type RedirectOutcome, toDefaultRedirect } from '../outcome.ts'
import { chooseDestination, type VisitContext } from './choose-destination.ts'

const isOwnOrigin = (href: string) => href.startsWith('https://go.example/')

function choose(rules: DestinationRule[], visit: VisitContext): RedirectOutcome {
  const link: ResolvedLink = {
    linkId: 'l',
    projectId: 'p',
    organizationId: 'o',
    revision: 1,
    destination: 'https://default.example/',
    rules,
  }
  return chooseDestination(toDefaultRedirect(link, isOwnOrigin), visit, isOwnOrigin)
}

function aVisit(visit: { at?: number; country?: string; device?: 'phone' | 'desktop' | ''; share?: number } = {}): VisitContext {
  const { at = 500, country = 'DE', device = 'phone', share = 0 } = visit
  return { at, country: () => country, device: () => device, share: () => share }
}

const german: DestinationRule = { kind: 'country', countries: ['DE', 'AT'], destination: 'https://de.example/' }
const onPhones: DestinationRule = { kind: 'device', devices: ['phone', 'tablet'], destination: 'https://m.example/' }
const sale: DestinationRule = { kind: 'time', fromAt: 100, untilAt: 200, destination: 'https://sale.example/' }
const split: DestinationRule = {
  kind: 'split',
  variants: [
    { weight: 1, destination: 'https://a.example/' },
    { weight: 3, destination: 'https://b.example/' },
  ],
}

it.each<[string, DestinationRule[], VisitContext, string, string]>([
  ['no rules', [], aVisit(), 'https://default.example/', 'default'],
  ['a country of the rule', [german], aVisit({ country: 'AT' }), 'https://de.example/', 'country'],
  ['another country', [german], aVisit({ country: 'FR' }), 'https://default.example/', 'default'],
  ['an unknown country', [german], aVisit({ country: '' }), 'https://default.example/', 'default'],
  ['a device of the rule', [onPhones], aVisit({ device: 'phone' }), 'https://m.example/', 'device'],
  ['another device', [onPhones], aVisit({ device: 'desktop' }), 'https://default.example/', 'default'],
  ['an unknown device', [onPhones], aVisit({ device: '' }), 'https://default.example/', 'default'],
  ['a visit just before the time', [sale], aVisit({ at: 99 }), 'https://default.example/', 'default'],
  ['a visit at the first instant', [sale], aVisit({ at: 100 }), 'https://sale.example/', 'time'],
  ['a visit at the last instant', [sale], aVisit({ at: 199 }), 'https://sale.example/', 'time'],
  ['a visit just after the time', [sale], aVisit({ at: 200 }), 'https://default.example/', 'default'],
  ['a time without a start', [{ ...sale, fromAt: null }], aVisit({ at: 0 }), 'https://sale.example/', 'time'],
  ['a time without an end', [{ ...sale, untilAt: null }], aVisit({ at: 1e15 }), 'https://sale.example/', 'time'],
  ['the lowest share', [split], aVisit({ share: 0 }), 'https://a.example/', 'split'],
  ['a share just below the first weight', [split], aVisit({ share: 0.2499 }), 'https://a.example/', 'split'],
  ['a share at the first weight', [split], aVisit({ share: 0.25 }), 'https://b.example/', 'split'],
  ['the highest share', [split], aVisit({ share: 1 - 2 ** -32 }), 'https://b.example/', 'split'],
  ['the first of two rules that match', [onPhones, german], aVisit(), 'https://m.example/', 'device'],
  ['the second rule when the first does not match', [sale, german, split], aVisit(), 'https://de.example/', 'country'],
])('chooses for %s', (_case, rules, visit, location, rule) => {
  expect(choose(rules, visit)).toMatchObject({ location, rule })
})

it('computes only what the rules up to the first match need', () => {
  const calls: string[] = []
  const visit: VisitContext = {
    at: 500,
    country: () => calls.push('country') && 'DE',
    device: () => calls.push('device') && 'phone',
    share: () => calls.push('share') && 0,
  } as VisitContext
  choose([sale, german, onPhones, split], visit)
  expect(calls).toEqual(['country'])
})

it('chooses each variant in proportion to its weight, for random weights and shares', () => {
  const weights = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (list, share) => {
      const variants = list.map((weight, index) => ({ weight, destination: `https://${index}.example/` }))
      const { location } = choose([{ kind: 'split', variants }], aVisit({ share }))
      expect(variants.map(({ destination }) => destination)).toContain(location)
    }),
  )
  const counts = { a: 0, b: 0 }
  for (let nth = 0; nth < 1_000; nth += 1)
    counts[choose([split], aVisit({ share: nth / 1_000 })).location === 'https://a.example/' ? 'a' : 'b'] += 1
  expect(counts).toEqual({ a: 250, b: 750 })
})

const elsewhere = { destination: 'https://www.amazon.de/s?k=lamp&tag=mia-21', shop: 'amazon.de', reason: 'local_search' } as const
const forAustria = { destination: 'https://maker.example/at', reason: 'local_asin' } as const
const shops: DestinationRule = { kind: 'shop', market: 'com', shops: { de: elsewhere, AT: forAustria, fr: null } }

it.each([
  ['its own marketplace', 'US', 'https://default.example/', 'default', 'same'],
  ['a country without a marketplace, near its own', 'CN', 'https://default.example/', 'default', 'same'],
  ['a marketplace with a tag', 'DE', elsewhere.destination, 'shop', 'local_search'],
  ['a neighbor of it', 'CH', elsewhere.destination, 'shop', 'local_search'],
  ['a country that the owner named', 'AT', forAustria.destination, 'shop', 'local_asin'],
  ['a marketplace with a tag where nothing is known', 'FR', 'https://default.example/', 'default', 'default'],
  ['a marketplace without a tag', 'GB', 'https://default.example/', 'default', 'no_tag'],
  ['a country without a marketplace', 'KE', 'https://default.example/', 'default', 'default'],
  ['an unknown country', '', 'https://default.example/', 'default', 'default'],
])('chooses the shop for %s', (_case, country, location, rule, reason) => {
  expect(choose([shops], aVisit({ country }))).toMatchObject({ location, rule, reason })
})

it('chooses the default destination for countries without a shop if the link leads to no retailer', () => {
  const own: DestinationRule = { kind: 'shop', market: null, shops: { de: elsewhere } }
  expect(choose([own], aVisit({ country: 'CH' }))).toMatchObject({ location: elsewhere.destination, shop: 'amazon.de' })
  expect(choose([own], aVisit({ country: 'GB' }))).toMatchObject({
    location: 'https://default.example/',
    reason: 'default',
  })
})

it('chooses a shop if no earlier rule matches', () => {
  expect(choose([german, shops], aVisit({ country: 'AT' }))).toMatchObject({ location: 'https://de.example/', rule: 'country' })
  expect(choose([german, shops], aVisit({ country: 'US' }))).toMatchObject({ rule: 'default', reason: 'same' })
})

it("marks shops that are on the edge's own origin", () => {
  const own: DestinationRule = {
    kind: 'shop',
    market: null,
    shops: { DE: { destination: 'https://go.example/lamp', reason: 'local_asin' } },
  }
  expect(['DE', 'US'].map((country) => choose([own], aVisit({ country })).isToOwnOrigin)).toEqual([true, false])
})
