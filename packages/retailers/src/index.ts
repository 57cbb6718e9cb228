// Recognizes and tags pages of retailers by their URLs, and has the rules of their programs. The functions are pure:
// they request nothing. A URL counts as a retailer's only by its exact domain, never because it looks similar.
// README.md says how to add a retailer.
export type { AliexpressSettings } from './aliexpress/tagging.ts'
export { findAmazonMarket } from './amazon/country-markets.ts'
export { amazonMarkets } from './amazon/markets.ts'
export type { AmazonSettings } from './amazon/tagging.ts'
export { countrySearches } from './country-search.ts'
export { ebayMarkets } from './ebay/markets.ts'
export { findCopyForbidder } from './find-copy-forbidder.ts'
export { uncopiedPictureHosts } from './picture-hosts.ts'
export { type RetailerUrl, recognizeUrl, unwrapRedirectors } from './recognize-url.ts'
export { removeAffiliation } from './remove-affiliation.ts'
export { findRetailerByHost, formatRetailerNames, isRetailer, type Retailer, retailerIds, retailerNames, retailers } from './retailers.ts'
export { type AffiliateSettings, type RetailerSettings, type TaggedUrl, type TagStatus, tagUrl } from './tag-url.ts'
