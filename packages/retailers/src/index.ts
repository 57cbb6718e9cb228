// Recognizes and tags pages of Amazon, eBay and AliExpress by their URLs. Pure: nothing is requested, and no URL is
// trusted for what it looks like.
export { type AmazonMarket, amazonMarketOf, amazonMarkets } from './amazon-markets.ts'
export { type EbayMarket, ebayMarkets } from './ebay-markets.ts'
export { recognizeUrl, unwrapRedirectors } from './recognize-url.ts'
export { removeAffiliation } from './remove-affiliation.ts'
export { isRetailerHost, type Retailer, type RetailerUrl, retailerNames, retailerOfHost } from './retailer-url.ts'
export { searchTerms } from './search-terms.ts'
export { tagUrl } from './tagging/tag-url.ts'
export type { AffiliateSettings, AliexpressSettings, AmazonSettings, EbaySettings, TaggedUrl, TagStatus } from './tagging/tagged-url.ts'
