/** The parts of a host that belongs to a retailer. */
export interface HostParts {
  /** Undefined for a short domain. */
  market: string | undefined
  /** One of the retailer's domains: `amazon.de`. */
  domain: string
  /** The part of the host before the domain, without the dot: `www`, `rover`, ''. */
  subdomain: string
}

/**
 * The facts about a retailer. Every property is required, so that the compiler asks for all properties of a new
 * retailer. Large parts that few screens need are in other files of the retailer's folder: see README.md.
 */
export interface RetailerDefinition {
  /** The name in the retailer's own spelling: `eBay`. */
  name: string
  /**
   * The market of each domain; undefined for a short domain, which only redirects. Unlisted domains are not the
   * retailer's: amazon.evil.com and amazon.example are not Amazon.
   */
  domains: ReadonlyMap<string, string | undefined>
  /** Whether each market is a separate shop, for one country. */
  hasCountryShops: boolean
  /** Whether the owner has a separate tag for each market. If not, one tag is for all markets. */
  hasTagPerMarket: boolean
  /**
   * Whether visitors can be sent to the market of their own country. True for at most one retailer, because the `place`
   * of a link's additional destination can be a market of this retailer, and does not name the retailer.
   */
  hasCountryRouting: boolean
  /** The word for the owner's tag in texts: `campaign`. */
  tagName: string
  /**
   * Where to find the tag that is in the earnings files. `url`: in the tagged URL. `trackingId`: only in the owner's
   * settings, as `trackingId`, because the URL has another code.
   */
  reportedTag: 'url' | 'trackingId'
  /** Whether an unknown kind of page with a tag in its URL counts as a page that pays affiliates. */
  paysUnknownPages: boolean
  /**
   * Whether the program requires a page that names the retailer before the redirect. If so, the owner's settings have
   * `link_behavior`, which selects this page or an immediate redirect.
   */
  forbidsRedirects: boolean
  /** The program's redirecting hosts. Each request to them counts as a click for the affiliate in the URL. */
  networkHosts: readonly string[]
  /** Whether affiliates may store texts and pictures of pages. If not, `uncopiedPictureHosts` has the picture hosts. */
  allowsCopies: boolean
  /** A price may be shown for this many days after the day of its check. If 0, prices are never shown. */
  priceShownDays: number
  /** The kinds of earnings files. Their columns are in the retailer's `reports.ts`. */
  reports: readonly string[]
  /** Names the earnings files in texts, for example `the order report` in "the order report of AliExpress". */
  reportNames: string
  /** Whether some earnings files have orders that earn nothing until another file reports their shipment. */
  reportsOrdersSeparately: boolean
}

export interface RetailerPage {
  /**
   * `search`: any list of products. `cart`: puts products into the visitor's cart. `short`: an address of a short
   * domain, which has to be requested if its `destination` is unknown. `redirector`: the URL contains the
   * `destination`, which is undefined if it can't be read. `other`: a page that pays no affiliates, or an unknown page.
   */
  kind: 'product' | 'search' | 'store' | 'cart' | 'home' | 'other' | 'short' | 'redirector'
  /** The domain of the marketplace after the name of the retailer: `de`, `co.uk`. Undefined for short URLs. */
  market?: string
  /** An ASIN (upper case), an eBay item number or an AliExpress product number. */
  productId?: string
  /**
   * The tag of the affiliate who is paid for the visit: Amazon's tracking id, eBay's campaign id, AliExpress' short
   * key. Undefined if there is no tag, or if a short URL hides it.
   */
  tag?: string
  /** The destination of a redirector or a short URL, as an absolute URL. */
  destination?: string
}

/** How the pages of a retailer are recognized by their URLs. */
export interface PageRecognition {
  /** Returns the page of a URL whose host is one of the retailer's domains. */
  recognize: (url: URL, host: HostParts) => RetailerPage
  /** Query parameters in lower case by which the retailer attributes a visit to an affiliate. */
  affiliateParameters: readonly string[]
  /** Removes the tag from the path; null if this retailer's paths never contain a tag. */
  removeTagOfPath: ((url: URL) => void) | null
}

/** A search in the market of the visitor's country. Visitors are sent to it if the link names no product there. */
export interface CountrySearch {
  /** Converts a product's title to search terms; undefined if the title names no product. */
  toTerms: (title: string) => string | undefined
  toAddress: (market: string, terms: string) => string
}

/**
 * Phrases that reveal a page without an available product, although the response has status 200. Retailers change their
 * wording, and these phrases have not been verified on live pages. If no phrase matches, the page counts as found.
 */
export interface PageErrors {
  /** Phrases in the source of a challenge that replaces the page. */
  captcha: readonly string[]
  /** Phrases in the source of the page. */
  removed: readonly string[]
  /** Phrases in the text of the page. */
  removedTexts: readonly string[]
  endedTexts: readonly string[]
  soldOutTexts: readonly string[]
  /**
   * Texts in the source that are soon followed by the availability of the product. If null, the whole page is searched
   * for `soldOutTexts`.
   */
  soldOutMarks: readonly string[] | null
}

/**
 * Returns a map from domain to market, for example from `ebay.de` to `de`. For a short host, the market is undefined.
 */
export function toMarketsByDomain(
  name: string,
  markets: readonly string[],
  shortHosts: readonly string[],
): Map<string, string | undefined> {
  return new Map([
    ...markets.map((market) => [`${name}.${market}`, market] as const),
    ...shortHosts.map((host) => [host, undefined] as const),
  ])
}
