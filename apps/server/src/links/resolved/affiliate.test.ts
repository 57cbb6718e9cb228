import { expect, it } from 'vitest'
import { parseIntegrations } from '../../integrations/visitors.ts'
import { type AffiliatedLink, resolveAffiliation } from './affiliate.ts'
import { listDestinations, toReachedUrl } from './resolved-link.ts'

const target = 'https://www.amazon.com/dp/B07FZ8S74R'
const amazon = { trackingId: 'mia-20', defaultMarket: 'com', market_tags: { de: 'mia-21', 'co.uk': 'mia-22' } }
const ebay = { campaignId: '5338123456' }
const ebayItem = 'https://www.ebay.com/itm/123456789012'

interface LinkChanges extends Partial<Omit<AffiliatedLink, 'integrations'>> {
  integrations?: unknown
}

function aLink({ integrations = { amazon, ebay }, ...changes }: LinkChanges = {}): AffiliatedLink {
  return {
    target,
    expandedTarget: null,
    title: 'Brass lamp',
    shops: [],
    expandedShops: {},
    hasChoicePage: false,
    isAffiliated: true,
    integrations: parseIntegrations(integrations),
    ...changes,
  }
}

const tagged = { shop: 'amazon.com', destination: `${target}?tag=mia-20` }
const createSearch = (market: string, tag: string) => ({
  destination: `https://www.amazon.${market}/s?k=Brass+lamp&tag=${tag}`,
  shop: `amazon.${market}`,
  reason: 'local_search',
})

it('searches for the product in each other marketplace with a tag', () => {
  const shops = { de: createSearch('de', 'mia-21'), 'co.uk': createSearch('co.uk', 'mia-22') }
  expect(resolveAffiliation(aLink())).toMatchObject({ ...tagged, rules: [{ kind: 'shop', market: 'com', shops }] })
})

it("redirects visitors to the owner's destination for their country or marketplace, with a tag", () => {
  const shops = [
    { place: 'de', name: null, target: 'https://www.amazon.de/dp/B000000001?tag=eve-21' },
    { place: 'FR', name: null, target: 'https://maker.example/fr' },
  ]
  expect(resolveAffiliation(aLink({ shops })).rules).toMatchObject([
    {
      shops: {
        de: { destination: 'https://www.amazon.de/dp/B000000001?tag=mia-21', reason: 'local_asin' },
        'co.uk': { reason: 'local_search' },
        FR: { destination: 'https://maker.example/fr', reason: 'local_asin' },
      },
    },
  ])
  expect(resolveAffiliation(aLink({ target: 'https://maker.example/', shops })).rules).toMatchObject([
    { market: null, shops: { de: {}, FR: {} } },
  ])
})

it.each([
  ['without a title', { title: null }],
  ['with a title that names no product', { title: 'Amazon.com' }],
  ['if only named products are wanted', { integrations: { amazon: { ...amazon, country_routing: 'named' } } }],
])('does not search %s', (_case, changes) => {
  expect(resolveAffiliation(aLink(changes)).rules).toEqual([{ kind: 'shop', market: 'com', shops: { de: null, 'co.uk': null } }])
})

it.each<[string, LinkChanges]>([
  ['if the owner turned it off', { integrations: { amazon: { ...amazon, country_routing: 'off' } } }],
  ['without an integration', { integrations: null }],
  ['for a link to a page of no retailer', { target: 'https://shop.example/' }],
  ['for a link to another retailer', { target: ebayItem }],
])('has no rule %s', (_case, changes) => {
  expect(resolveAffiliation(aLink(changes)).rules).toEqual([])
})

it('removes all tags of a link without affiliation', () => {
  const shops = [{ place: 'de', name: null, target: 'https://www.amazon.de/dp/B000000001?tag=mia-21' }]
  const link = resolveAffiliation(aLink({ target: `${target}?tag=mia-20&th=1`, shops, isAffiliated: false }))
  expect(link).toMatchObject({
    destination: `${target}?th=1`,
    rules: [{ shops: { de: { destination: 'https://www.amazon.de/dp/B000000001' } } }],
  })
})

it('shows a page with the title before eBay, unless the owner chose to redirect', () => {
  expect(resolveAffiliation(aLink({ target: ebayItem }))).toMatchObject({ needsPage: true, title: 'Brass lamp', shop: 'ebay.com' })
  const direct = resolveAffiliation(aLink({ target: ebayItem, integrations: { ebay: { ...ebay, link_behavior: 'direct' } } }))
  expect(direct.needsPage).toBeUndefined()
  expect(direct.destination).toContain('campid=5338123456')
})

it('offers the link and its shops by name on a choice page', () => {
  const shops = [
    { place: 'de', name: 'Amazon Germany', target: 'https://www.amazon.de/dp/B000000001' },
    { place: null, name: null, target: ebayItem },
    { place: null, name: null, target: 'https://www.maker.example/lamp' },
  ]
  const { choices, rules, title } = resolveAffiliation(aLink({ shops, hasChoicePage: true }))
  expect({ rules, title }).toEqual({ rules: [], title: 'Brass lamp' })
  expect(choices).toMatchObject([
    { name: 'Amazon', place: null, destination: `${target}?tag=mia-20` },
    { name: 'Amazon Germany', place: 'de', destination: 'https://www.amazon.de/dp/B000000001?tag=mia-21' },
    { name: 'eBay', place: null, needsPage: true },
    { name: 'maker.example', place: null, destination: 'https://www.maker.example/lamp' },
  ])
})

it('tags the page that a short link leads to, and leaves the short link unchanged if this page gets no tag', () => {
  const short = 'https://amzn.to/3AbCdEf'
  const resolveShortLink = (expandedTarget: string | null, changes = {}) =>
    resolveAffiliation(aLink({ target: short, expandedTarget, ...changes }))
  expect(resolveShortLink(`${target}?tag=eve-20`)).toMatchObject({ ...tagged, rules: [{ market: 'com' }] })
  expect(resolveShortLink(null)).toMatchObject({ destination: short })
  expect(resolveShortLink('https://maker.example/')).toMatchObject({ destination: short })
  expect(resolveShortLink('https://www.amazon.fr/dp/B07FZ8S74R')).toMatchObject({ destination: short, shop: 'amazon.fr' })
  expect(resolveShortLink(`${target}?tag=eve-20`, { isAffiliated: false })).toMatchObject({ destination: target })
})

it('lists the pages that visitors reach: with tags, behind short links, and of every shop', () => {
  const listReached = (changes: LinkChanges) => listDestinations(resolveAffiliation(aLink(changes))).map(toReachedUrl)
  const short = 'https://bit.ly/lamp'
  const shops = [
    { place: 'FR', name: null, target: 'https://maker.example/fr' },
    { place: null, name: null, target: ebayItem },
  ]
  const named = { amazon: { ...amazon, country_routing: 'named' } }
  expect(listReached({ integrations: named, shops })).toEqual([`${target}?tag=mia-20`, 'https://maker.example/fr'])
  expect(listReached({ integrations: named, shops, hasChoicePage: true })).toEqual([
    `${target}?tag=mia-20`,
    'https://maker.example/fr',
    ebayItem,
  ])
  expect(listReached({ target: short })).toEqual([short])
  expect(listReached({ target: short, expandedTarget: 'https://maker.example/' })).toEqual(['https://maker.example/'])
  expect(listReached({ target: short, expandedTarget: 'https://maker.example/', isAffiliated: false })).toEqual(['https://maker.example/'])
  expect(listReached({ target: short, expandedTarget: ebayItem, integrations: named })).toEqual([ebayItem])
})
