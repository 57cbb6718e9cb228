import { domainsOf, type RetailerDefinition } from '../retailer-definition.ts'

export const aliexpress = {
  name: 'AliExpress',
  domains: domainsOf('aliexpress', ['com', 'us', 'ru'], []),
  // It chooses its domain by the visitor's language, so all of them are one shop.
  hasCountryShops: false,
  hasTagPerMarket: false,
  hasCountryRouting: false,
  tagName: 'tracking ID',
  // Its order report names the tracking ID, its URLs the short key of that ID (deep links of the AliExpress Portal).
  reportedTag: 'trackingId',
  paysUnknownPages: false,
  forbidsRedirects: false,
  networkHosts: [],
  allowsCopies: true,
  // Its program forbids nothing, so the number is a matter of what visitors can rely on.
  priceShownDays: 30,
  reports: ['aliexpress_orders'],
  reportNames: 'the order report',
  reportsOrdersSeparately: false,
} as const satisfies RetailerDefinition
