import { affiliateSettingsOf, destinationHref, type LinkShop } from '@linkshelf/contract'
import {
  type AffiliateSettings,
  type RetailerUrl,
  recognizeUrl,
  retailerNames,
  searchTerms,
  tagUrl,
  withoutAffiliation,
} from '@linkshelf/retailers'
import { parseIntegrations, type StoredIntegrations } from '../../affiliates/index.ts'
import type { Choice, Destination, DestinationRule, ShopDestination } from './resolved-link.ts'

export interface AffiliatedLink {
  target: string
  /** Where a short URL leads; null for others, and where that is not known. */
  expandedTarget: string | null
  title: string | null
  shops: readonly LinkShop[]
  hasChoicePage: boolean
  isAffiliated: boolean
  /** Of its project, as `settingsOfProject` selects them. */
  integrations: unknown
}

export interface Affiliated extends Destination {
  rules: (DestinationRule & { kind: 'shop' })[]
  title?: string | undefined
  choices?: Choice[] | undefined
}

/** Where a link leads: tagged, for the visitor's own shop where possible, and behind a page where a programme demands one. */
export function affiliate(link: AffiliatedLink): Affiliated {
  if (!link.isAffiliated) {
    const target = plain(retailerPage(link.expandedTarget) ?? link.target)
    return resolve(
      { ...link, target, expandedTarget: null, shops: link.shops.map((shop) => ({ ...shop, target: plain(shop.target) })) },
      {},
    )
  }
  return resolve(link, parseIntegrations(link.integrations))
}

/** The retailer's page behind a short URL. Undefined for an address that can be tagged itself, and where no retailer is behind it. */
export function retailerPage(expandedTarget: string | null): string | undefined {
  return expandedTarget !== null && recognizeUrl(expandedTarget) !== undefined ? expandedTarget : undefined
}

/** Without the owner's tag, nor one that was pasted. */
function plain(target: string): string {
  return recognizeUrl(target) === undefined ? target : withoutAffiliation(target)
}

function resolve(link: Omit<AffiliatedLink, 'integrations'>, integrations: StoredIntegrations): Affiliated {
  const own = ownDestination(link, integrations)
  const choices = link.hasChoicePage ? toChoices(own, link, integrations) : undefined
  const rule = choices === undefined ? shopRule(own, link, integrations) : undefined
  const hasPage = choices !== undefined || own.needsPage || Object.values(rule?.shops ?? {}).some((shop) => shop?.needsPage)
  return { ...own, rules: rule === undefined ? [] : [rule], ...(hasPage && { title: link.title ?? undefined, choices }) }
}

interface OwnDestination extends Destination {
  /** Undefined for a page of no retailer. */
  page: RetailerUrl | undefined
}

/** A short URL stays as it is when the page behind it gets no tag. */
function ownDestination(link: Pick<AffiliatedLink, 'target' | 'expandedTarget'>, integrations: StoredIntegrations): OwnDestination {
  const page = retailerPage(link.expandedTarget)
  if (page === undefined) return toDestination(link.target, integrations)
  const found = toDestination(page, integrations)
  return found.isTagged ? found : { ...found, destination: link.target }
}

function toDestination(target: string, integrations: StoredIntegrations): OwnDestination {
  if (recognizeUrl(target) === undefined) return { destination: target, page: undefined }
  const { url, status, page, clickIdAt } = tagUrl(target, affiliateSettingsOf(integrations))
  const shop = page && shopOf(page)
  // A tag may make an address too long to be stored in a snapshot.
  if (destinationHref(url) === undefined) return { destination: target, shop, page }
  const isTagged = status === 'tagged' || status === 'replaced'
  const needsPage = isTagged && page?.retailer === 'ebay' && integrations.ebay?.link_behavior === 'page'
  return { destination: url, clickIdAt, shop, page, ...(isTagged && { isTagged }), ...(needsPage && { needsPage }) }
}

/** `amazon.de`. */
function shopOf({ retailer, market }: RetailerUrl): string {
  return retailer === 'aliexpress' || market === undefined ? retailer : `${retailer}.${market}`
}

/** What the owner named for a place comes first; then, on Amazon, a search for the product in each marketplace with a tag. Undefined where nothing is known. */
function shopRule(
  { page }: OwnDestination,
  link: Pick<AffiliatedLink, 'title' | 'shops'>,
  integrations: StoredIntegrations,
): (DestinationRule & { kind: 'shop' }) | undefined {
  const shops: Record<string, ShopDestination | null> = {}
  const market = page?.retailer === 'amazon' ? (page.market ?? null) : null
  const routing = integrations.amazon?.country_routing
  const isRouted = market !== null && routing !== undefined && routing !== 'off'
  if (isRouted) {
    const settings = affiliateSettingsOf(integrations)
    const terms = routing === 'search' ? termsOf(page, link.title) : undefined
    for (const other of Object.keys(settings.amazon?.tags ?? {}))
      if (other !== market) shops[other] = terms === undefined ? null : searchIn(other, terms, settings)
  }
  for (const { place, target } of link.shops)
    if (place !== null) {
      const { page: _, ...named } = toDestination(target, integrations)
      shops[place] = { ...named, reason: 'local_asin' }
    }
  return isRouted || Object.keys(shops).length > 0 ? { kind: 'shop', market, shops } : undefined
}

/** The title of a product as a search for it. Undefined for any other page, whose title names no product, and where no title is known. */
function termsOf(page: RetailerUrl | undefined, title: string | null): string | undefined {
  return page?.kind === 'product' && title !== null ? searchTerms(title) : undefined
}

function searchIn(market: string, terms: string, settings: AffiliateSettings): ShopDestination {
  const { url } = tagUrl(`https://www.amazon.${market}/s?${new URLSearchParams({ k: terms })}`, settings)
  return { destination: url, shop: `amazon.${market}`, isTagged: true, reason: 'local_search' }
}

/** The link's own destination and its shops, each once. */
function toChoices(
  own: OwnDestination,
  { target, shops }: Pick<AffiliatedLink, 'target' | 'shops'>,
  integrations: StoredIntegrations,
): Choice[] {
  const others = shops.map(({ target, name, place }) => ({ ...toDestination(target, integrations), name, place, target }))
  const all = [{ ...own, name: null, place: null, target }, ...others]
  return all.map(({ page, name, target, ...choice }) => ({ ...choice, name: name ?? nameOf(page, target) }))
}

function nameOf(page: RetailerUrl | undefined, target: string): string {
  return page === undefined ? new URL(target).hostname.replace(/^www\./, '') : retailerNames[page.retailer]
}
