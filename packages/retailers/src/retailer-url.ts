import { amazonMarkets, amazonShortHosts, formerAmazonDomains } from './amazon-markets.ts'
import { ebayMarkets, ebayShortHosts } from './ebay-markets.ts'

export type Retailer = 'amazon' | 'ebay' | 'aliexpress'

/** The retailers' names in their own spelling. */
export const retailerNames: Record<Retailer, string> = { amazon: 'Amazon', ebay: 'eBay', aliexpress: 'AliExpress' }

/** A recognized URL of a retailer. */
export interface RetailerUrl {
  retailer: Retailer
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

const aliexpressDomains = ['com', 'us', 'ru']

/** The domains of each retailer. Closed lists: amazon.evil.com and amazon.example are not Amazon. */
const domains: Record<Retailer, ReadonlyMap<string, string | undefined>> = {
  amazon: new Map([...domainsOf('amazon', Object.keys(amazonMarkets), amazonShortHosts), ...formerAmazonDomains]),
  ebay: domainsOf('ebay', Object.keys(ebayMarkets), ebayShortHosts),
  aliexpress: domainsOf('aliexpress', aliexpressDomains, []),
}

export interface RetailerHost {
  retailer: Retailer
  /** Undefined for a short domain. */
  market: string | undefined
  /** One of the retailer's domains: `amazon.de`. */
  domain: string
  /** The part of the host before the domain, without the dot: `www`, `rover`, ''. */
  subdomain: string
}

/** The retailer that a host belongs to, subdomains and a dot at its end included; undefined for any other host. */
export function retailerOfHost(host: string): RetailerHost | undefined {
  const name = host.toLowerCase().replace(/\.$/, '')
  for (const [retailer, markets] of Object.entries(domains) as [Retailer, ReadonlyMap<string, string | undefined>][]) {
    for (const [domain, market] of markets) {
      if (name === domain) return { retailer, market, domain, subdomain: '' }
      if (name.endsWith(`.${domain}`)) return { retailer, market, domain, subdomain: name.slice(0, -domain.length - 1) }
    }
  }
  return undefined
}

export function isRetailerHost(host: string, retailer: Retailer): boolean {
  return retailerOfHost(host)?.retailer === retailer
}

function domainsOf(name: string, markets: readonly string[], shortHosts: readonly string[]): ReadonlyMap<string, string | undefined> {
  return new Map([
    ...markets.map((market) => [`${name}.${market}`, market] as const),
    ...shortHosts.map((host) => [host, undefined] as const),
  ])
}
