import { type RetailerDefinition, toMarketsByDomain } from '../retailer-definition.ts'
import { amazonMarkets, amazonShortHosts, formerAmazonDomains } from './markets.ts'

export const amazon = {
  name: 'Amazon',
  domains: new Map([...toMarketsByDomain('amazon', Object.keys(amazonMarkets), amazonShortHosts), ...formerAmazonDomains]),
  hasCountryShops: true,
  // A tracking id earns only in its own marketplace (Amazon Associates, "Tracking IDs").
  hasTagPerMarket: true,
  hasCountryRouting: true,
  tagName: 'tag',
  reportedTag: 'url',
  // Too many kinds of pages pay affiliates to list all of them.
  paysUnknownPages: true,
  forbidsRedirects: false,
  networkHosts: [],
  // Affiliates may link to pictures, but may not store them (Associates Program Policies).
  allowsCopies: false,
  // Affiliates may only show prices from Amazon's API, for 24 hours (same policies). Linkshelf does not use this API,
  // so it shows no prices.
  priceShownDays: 0,
  reports: ['amazon_earnings', 'amazon_orders', 'amazon_bounties'],
  reportNames: 'the earnings, orders or bounty report',
  // Orders have no number, so they are matched to sales by product and tag.
  reportsOrdersSeparately: true,
} as const satisfies RetailerDefinition
