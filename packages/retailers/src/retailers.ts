import { aliexpress } from './aliexpress/index.ts'
import { amazon } from './amazon/index.ts'
import { ebay } from './ebay/index.ts'
import type { HostParts, RetailerDefinition } from './retailer-definition.ts'

/** All retailers by id. Ids are permanent, because they are in URLs, stored data and the API. Lists have this order. */
export const retailers = { amazon, ebay, aliexpress } as const satisfies Record<string, RetailerDefinition>

export type Retailer = keyof typeof retailers

/** The type guarantees that there is a first id, which can be used as a default. */
export const retailerIds = Object.keys(retailers) as [Retailer, ...Retailer[]]

export const retailerNames = Object.fromEntries(retailerIds.map((id) => [id, retailers[id].name])) as Record<Retailer, string>

export function isRetailer(id: string): id is Retailer {
  return Object.hasOwn(retailers, id)
}

/** Returns the retailers' names as English text, for example `Amazon, eBay or AliExpress` for a disjunction. */
export function formatRetailerNames(type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(Object.values(retailerNames))
}

/** The retailer and the market of each domain. */
const domains = new Map(
  retailerIds.flatMap((retailer) => [...retailers[retailer].domains].map(([domain, market]) => [domain, { retailer, market }] as const)),
)

export interface RetailerHost extends HostParts {
  retailer: Retailer
}

/** Returns the retailer of a host. The host can have subdomains, and a dot at its end. */
export function findRetailerByHost(host: string): RetailerHost | undefined {
  const name = host.toLowerCase().replace(/\.$/, '')
  let start = 0
  do {
    const domain = name.slice(start)
    const found = domains.get(domain)
    if (found !== undefined) return { ...found, domain, subdomain: name.slice(0, Math.max(0, start - 1)) }
    start = name.indexOf('.', start) + 1
  } while (start > 0)
  return undefined
}
