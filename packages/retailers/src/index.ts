// Recognizes and tags pages of Amazon, eBay and AliExpress by their URLs. Pure: nothing is requested, and no URL is
// trusted for what it looks like.
export { amazonMarketOf } from './amazon-countries.ts'
export { type AmazonMarket, amazonMarkets } from './amazon-markets.ts'
export { behindRedirectors } from './behind-redirectors.ts'
export { type EbayMarket, ebayMarkets } from './ebay-markets.ts'
export { recognizeUrl } from './recognize-url.ts'
export { isRetailerHost, type Retailer, type RetailerUrl, retailerNames, retailerOfHost } from './retailer-url.ts'
export { searchTerms } from './search-terms.ts'
export { tagUrl } from './tagging/tag-url.ts'
export type { AffiliateSettings, AliexpressSettings, AmazonSettings, EbaySettings, TaggedUrl, TagStatus } from './tagging/tagged-url.ts'
export { withoutAffiliation } from './without-affiliation.ts'
