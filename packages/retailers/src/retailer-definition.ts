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
 * The facts about a retailer. Every property is required, so that the compiler asks for each of a new one. What is
 * large, and not needed everywhere, is in a file of its own in the retailer's folder: see README.md.
 */
export interface RetailerDefinition {
  /** In the retailer's own spelling: `eBay`. */
  name: string
  /**
   * The market of each domain; undefined for a short domain, which only redirects. Closed lists: amazon.evil.com and
   * amazon.example are not Amazon.
   */
  domains: ReadonlyMap<string, string | undefined>
  /** Whether each market is the shop of a country, so that two markets are two shops. */
  hasCountryShops: boolean
  /** Whether the owner has a tag for each market, and not one for all of them. */
  hasTagPerMarket: boolean
  /**
   * Whether visitors can be sent to the market of their own country. One retailer at most: links name the places of
   * their other destinations by its markets.
   */
  hasCountryRouting: boolean
  /** The word for the owner's tag in texts: `campaign`. */
  tagName: string
  /**
   * Where the tag is that earnings files name: in the tagged URL, or in the owner's settings as `trackingId`, because
   * the URL has another code in its place.
   */
  reportedTag: 'url' | 'trackingId'
  /** Whether a page that is not known counts as one that pays affiliates if its URL has a tag. */
  paysUnknownPages: boolean
  /**
   * Whether the program forbids a redirect without a page that names the retailer. The owner's settings then have
   * `link_behavior`, which chooses such a page or a redirect.
   */
  forbidsRedirects: boolean
  /** Hosts that redirect for the program: each request counts as a click of the affiliate in the URL. */
  networkHosts: readonly string[]
  /** Whether affiliates may store texts and pictures of its pages. If not, `uncopiedPictureHosts` names their hosts. */
  allowsCopies: boolean
  /** For how many days after the day of its check a price may be shown; 0 is never. */
  priceShownDays: number
  /** The kinds of its earnings files. Their columns are in the retailer's `reports.ts`. */
  reports: readonly string[]
  /** Names its earnings files, before " of" and its name: `the order report`. */
  reportNames: string
  /** Whether some of its earnings files have orders that earn nothing until another file says that they are shipped. */
  reportsOrdersSeparately: boolean
}

/** A recognized page of a retailer. */
export interface RetailerPage {
  /**
   * `search`: any list of products. `cart`: puts products into the visitor's cart. `short`: an address of a short
   * domain, which is requested to learn where it leads, unless its `destination` is known. `redirector`: the address
   * is in the URL itself, as `destination`; undefined where it can't be read. `other`: a page of the retailer that
   * affiliates are not paid for, or that is not known.
   */
  kind: 'product' | 'search' | 'store' | 'cart' | 'home' | 'other' | 'short' | 'redirector'
  /** The domain of the marketplace after the name of the retailer: `de`, `co.uk`. Undefined for short URLs. */
  market?: string
  /** An ASIN (upper case), an eBay item number or an AliExpress product number. */
  productId?: string
  /**
   * The tag of the affiliate who is paid for the visit: Amazon's tracking id, eBay's campaign id, AliExpress' short
   * key. Undefined without one, and where a short URL hides it.
   */
  tag?: string
  /** The destination of a redirector or a short URL, as an absolute URL. */
  destination?: string
}

/** How the pages of a retailer are recognized by their URLs. */
export interface PageRecognition {
  /** Returns the page of a URL whose host is one of the retailer's domains. */
  recognize: (url: URL, host: HostParts) => RetailerPage
  /** Query parameters by which the retailer attributes a visit to an affiliate, in lower case. */
  affiliateParameters: readonly string[]
  /** Removes the tag that a path contains; null if no path can contain one. */
  removeTagOfPath: ((url: URL) => void) | null
}

/** A search that stands in for a product in the market of the visitor's country. */
export interface CountrySearch {
  /** The title of a product as a search for it; undefined if it names none. */
  toTerms: (title: string) => string | undefined
  /** The address of a search in a market. */
  toAddress: (market: string, terms: string) => string
}

/**
 * Phrases of pages that a retailer answers with 200 although the product is gone, or that are no product page at all.
 * Retailers change their wording, and these phrases have not been verified on live pages: where none matches, the page
 * counts as found.
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
  /** Texts in the source, soon after which it says whether the product can be bought; null if the whole page does. */
  soldOutMarks: readonly string[] | null
}

/** Returns the domains of markets, as `name.de`, and the short hosts. */
export function domainsOf(name: string, markets: readonly string[], shortHosts: readonly string[]): Map<string, string | undefined> {
  return new Map([
    ...markets.map((market) => [`${name}.${market}`, market] as const),
    ...shortHosts.map((host) => [host, undefined] as const),
  ])
}
