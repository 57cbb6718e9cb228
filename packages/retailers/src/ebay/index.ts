import { type RetailerDefinition, toMarketsByDomain } from '../retailer-definition.ts'
import { ebayMarkets, ebayShortHosts } from './markets.ts'

export const ebay = {
  name: 'eBay',
  domains: toMarketsByDomain('ebay', ebayMarkets, ebayShortHosts),
  hasCountryShops: true,
  hasTagPerMarket: false,
  hasCountryRouting: false,
  tagName: 'campaign',
  reportedTag: 'url',
  paysUnknownPages: false,
  // "You can't auto-redirect from your domain to eBay using an affiliate link" (eBay Partner Network, "Knowing the
  // rules").
  forbidsRedirects: true,
  networkHosts: ['rover.ebay.com'],
  allowsCopies: true,
  // Auctions and offers end within days, so an older price may be wrong.
  priceShownDays: 7,
  reports: ['ebay_transactions'],
  reportNames: 'the transaction detail report',
  reportsOrdersSeparately: false,
} as const satisfies RetailerDefinition
