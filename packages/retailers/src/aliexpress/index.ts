import { type RetailerDefinition, toMarketsByDomain } from '../retailer-definition.ts'

export const aliexpress = {
  name: 'AliExpress',
  domains: toMarketsByDomain('aliexpress', ['com', 'us', 'ru'], []),
  // AliExpress chooses the domain by the visitor's language, so all its domains are one shop.
  hasCountryShops: false,
  hasTagPerMarket: false,
  hasCountryRouting: false,
  tagName: 'tracking ID',
  // The order report has the tracking ID, but URLs have the ID's short key (deep links of the AliExpress Portal).
  reportedTag: 'trackingId',
  paysUnknownPages: false,
  forbidsRedirects: false,
  networkHosts: [],
  allowsCopies: true,
  // The program does not limit how long a price may be shown. After 30 days, visitors should not rely on a price.
  priceShownDays: 30,
  reports: ['aliexpress_orders'],
  reportNames: 'the order report',
  reportsOrdersSeparately: false,
} as const satisfies RetailerDefinition
