import { domainsOf, type RetailerDefinition } from '../retailer-definition.ts'
import { amazonMarkets, amazonShortHosts, formerAmazonDomains } from './markets.ts'

export const amazon = {
  name: 'Amazon',
  domains: new Map([...domainsOf('amazon', Object.keys(amazonMarkets), amazonShortHosts), ...formerAmazonDomains]),
  hasCountryShops: true,
  // A tracking id earns in the marketplace that it is of (Amazon Associates, "Tracking IDs").
  hasTagPerMarket: true,
  hasCountryRouting: true,
  tagName: 'tag',
  reportedTag: 'url',
  // There are too many kinds of pages that pay to know them all.
  paysUnknownPages: true,
  forbidsRedirects: false,
  networkHosts: [],
  // Affiliates may link to its pictures, and not store them (Associates Program Policies).
  allowsCopies: false,
  // Affiliates may show prices of its API only, for 24 hours, and no price comes from there (the same policies).
  priceShownDays: 0,
  reports: ['amazon_earnings', 'amazon_orders', 'amazon_bounties'],
  reportNames: 'the earnings, orders or bounty report',
  // Its orders have no number: they are joined to sales by product and tag.
  reportsOrdersSeparately: true,
} as const satisfies RetailerDefinition
