import { toShopName } from '@linkshelf/contract'
import type { StoreProductData } from './store-data.ts'

export interface ShopName {
  /** The host without `www.`, or a retailer's name, for example `shop.lamps.co.uk` or `Amazon`. */
  full: string
  /** The domain without subdomain, and without its suffix if this is unambiguous, for example `lamps`. */
  short: string
}

const namesByProducts = new WeakMap<readonly StoreProductData[], ReadonlyMap<string, ShopName>>()

/** Returns the name of the shop at this host. A shop has the same name on all pages of the store. */
export function getShopName({ products }: { products: readonly StoreProductData[] }, host: string): ShopName {
  let names = namesByProducts.get(products)
  if (names === undefined) {
    names = nameShops(products.flatMap(({ links }) => links.map((link) => link.host)))
    namesByProducts.set(products, names)
  }
  return names.get(host) ?? { full: toShopName(host), short: toShopName(host) }
}

/**
 * Names the shops of one store, by host. The suffix of a domain is a part of the name if another domain differs only by
 * its suffix: `lamps.de` and `lamps.com`, or `Amazon.de` and `Amazon.com`.
 */
export function nameShops(hosts: Iterable<string>): Map<string, ShopName> {
  const shops = Array.from(new Set(hosts), parseShop)
  const domainsByLabel = Map.groupBy(shops, ({ label }) => label.toLowerCase())
  const isUnambiguous = ({ label, domain }: Shop) => domainsByLabel.get(label.toLowerCase())?.every((shop) => shop.domain === domain)
  return new Map(
    shops.map((shop) => {
      const short = isUnambiguous(shop) ? shop.label : shop.label + shop.suffix
      return [shop.host, { full: shop.isRetailer ? short : toShopName(shop.host), short }]
    }),
  )
}

interface Shop {
  host: string
  /** The domain without subdomains, for example `lamps.co.uk`. */
  domain: string
  /** The domain without its suffix, or the retailer's name. */
  label: string
  /** For example `.co.uk`. Empty if the host is not a domain. */
  suffix: string
  isRetailer: boolean
}

function parseShop(host: string): Shop {
  const bare = host.toLowerCase().replace(/^www\.|\.$/g, '')
  const [, label = bare, suffix = ''] = domainPattern.exec(bare) ?? []
  const domain = label + suffix
  if (isRetailerHost(domain)) return { host, domain, label: toShopName(domain), suffix, isRetailer: true }
  // A name such as `amazon.shop` keeps its suffix, because "amazon" alone would name the retailer.
  if (isRetailerHost(`${label}.com`)) return { host, domain, label: domain, suffix: '', isRetailer: false }
  return { host, domain, label, suffix, isRetailer: false }
}

function isRetailerHost(host: string): boolean {
  return toShopName(host) !== host
}

/**
 * Suffixes below which several owners have a domain: second levels of countries, and hosts of shop builders. A name
 * with an unknown suffix is still a domain of the shop. The list of all public suffixes would take 10 MB of memory in
 * every process that renders pages.
 */
const suffixes = [
  '(?:ac|co|com|edu|gob|gov|ltd|ne|net|nom|or|org|plc|web)\\.[a-z]{2}',
  '(?:bigcartel|jimdofree|jimdosite|mybigcommerce|myshopify|spreadshop|wixsite)\\.com',
  '(?:square|company)\\.site',
  '(?:sellfy|shopware)\\.store',
  '(?:webflow|github)\\.io',
  'carrd\\.co',
]

/** Matches the label and the suffix of a domain. An IP address has no match. */
const domainPattern = new RegExp(`^(?:.*?\\.)??([^.]+)(\\.(?:${suffixes.join('|')})|\\.(?!\\d+$)[^.]+)$`)
