import { expect, it } from 'vitest'
import { proposeFromLinks, proposeTrackingId } from './link-proposal.ts'

const aLinkTo = (market: string | null, pasted_tag: string | null, retailer: 'amazon' | 'ebay' = 'amazon') => ({
  affiliation: { state: 'not_connected' as const, retailer, market, tag: null, pasted_tag },
})

it('proposes the market of most links, and the tag that most links to a market have', () => {
  const links = [aLinkTo('com', 'eve-20'), aLinkTo('de', 'mia-21'), aLinkTo('de', null), aLinkTo('de', 'eve-21'), aLinkTo('de', 'mia-21')]
  const { markets, tagByMarket } = proposeFromLinks([...links, aLinkTo('fr', null), aLinkTo('de', '5338', 'ebay')], 'amazon')

  expect(markets).toEqual(['de', 'com', 'fr'])
  expect([...tagByMarket]).toEqual([
    ['de', 'mia-21'],
    ['com', 'eve-20'],
  ])
})

it('proposes nothing if no link leads to the retailer', () => {
  expect(proposeFromLinks([aLinkTo('de', '5338', 'ebay')], 'amazon')).toEqual({ markets: [], tagByMarket: new Map() })
})

it.each([
  ['mia-20', 'de', 'mia-21'],
  ['mia-reviews-21', 'com', 'mia-reviews-20'],
  ['mia', 'de', ''],
  ['', 'de', ''],
  ['mia-20', 'nowhere', ''],
])('proposes for the owner of %j in %s the tracking ID %j', (trackingId, market, proposed) => {
  expect(proposeTrackingId(trackingId, market)).toBe(proposed)
})
