import type { LinkShop } from '@linkshelf/contract'
import { toAffiliateSettings, toDestinationHref } from '@linkshelf/contract/basics'
import {
  type AffiliateSettings,
  countrySearches,
  type Retailer,
  type RetailerUrl,
  recognizeUrl,
  removeAffiliation,
  retailerNames,
  retailers,
  tagUrl,
} from '@linkshelf/retailers'
import type { StoredIntegrations } from '../../integrations/visitors.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import type { Choice, Destination, DestinationRule, ShopDestination } from './resolved-link.ts'

export interface AffiliatedLink {
  target: string
  /** Destination of a short URL. Null if `target` is not a short URL, or its destination is unknown. */
  expandedTarget: string | null
  title: string | null
  shops: readonly LinkShop[]
  /** Destinations of the shops' short URLs, by short URL. */
  expandedShops: Readonly<Record<string, string>>
  hasChoicePage: boolean
  isAffiliated: boolean
  integrations: StoredIntegrations
}

export interface ResolvedAffiliation extends Destination {
  rules: (DestinationRule & { kind: 'shop' })[]
  title?: string | undefined
  choices?: Choice[] | undefined
}

/**
 * Decides where a link leads. If possible, visitors are led to the shop of their country, with the owner's tag. If a
 * shop forbids redirects and the owner's integration chooses `page`, visitors first see a page that names the shop.
 */
export function resolveAffiliation(link: AffiliatedLink): ResolvedAffiliation {
  if (!link.isAffiliated) {
    const { expandedShops } = link
    const page = toRetailerPage(link.expandedTarget)
    const target = removeTag(page ?? link.target)
    const shops = link.shops.map((shop) => ({ ...shop, target: removeTag(toRetailerPage(expandedShops[shop.target]) ?? shop.target) }))
    return resolveDestinations({ ...link, target, expandedTarget: page === undefined ? link.expandedTarget : null, shops }, {})
  }
  return resolveDestinations(link, link.integrations)
}

/**
 * Returns the retailer's page that a short URL leads to. Undefined if `expandedTarget` is null, or if the short URL
 * leads to no retailer.
 */
export function toRetailerPage(expandedTarget: string | null | undefined): string | undefined {
  return expandedTarget && recognizeUrl(expandedTarget) !== undefined ? expandedTarget : undefined
}

/**
 * Lists the addresses of a link that can be tagged. Its own destination comes first, then its shops. If a short URL
 * leads to a retailer, the retailer's page is listed instead of the short URL.
 */
export function listTaggableAddresses(
  link: Pick<LinkRow, 'target' | 'expanded_target' | 'expanded_shops'> & { shops: readonly Pick<LinkShop, 'target'>[] },
): string[] {
  const ofShops = link.shops.map(({ target }) => toRetailerPage(link.expanded_shops[target]) ?? target)
  return [toRetailerPage(link.expanded_target) ?? link.target, ...ofShops]
}

type LinkDestinations = Pick<LinkRow, 'target' | 'expanded_target' | 'expanded_shops' | 'shops' | 'has_choice_page'>

/** A destination that visitors of a link can get. */
export interface ReachedDestination {
  /** The address that the owner entered. */
  target: string
  /** The retailer's page that the address leads to; the address itself if there is no such page. */
  address: string
  /** The country or marketplace of its visitors. Null for the link's own destination and for a choice page. */
  place: string | null
}

/**
 * Lists the destinations that visitors can get: the link's own destination, then its shops. If the link has no choice
 * page, no visitor gets a shop without a country or marketplace.
 */
export function listReachedDestinations({ shops, ...link }: LinkDestinations): ReachedDestination[] {
  const reached = link.has_choice_page ? shops : shops.filter(({ place }) => place !== null)
  const addresses = listTaggableAddresses({ ...link, shops: reached })
  return [{ target: link.target, place: null }, ...reached].map(({ target, place }, nth) => ({
    target,
    address: addresses[nth] ?? target,
    place,
  }))
}

/** Removes a pasted tag without adding another tag. */
function removeTag(target: string): string {
  return recognizeUrl(target) === undefined ? target : removeAffiliation(target)
}

function resolveDestinations(link: Omit<AffiliatedLink, 'integrations'>, integrations: StoredIntegrations): ResolvedAffiliation {
  const own = toDestination(link.target, link.expandedTarget, integrations)
  const choices = link.hasChoicePage ? toChoices(own, link, integrations) : undefined
  const rule = choices === undefined ? createShopRule(own, link, integrations) : undefined
  const hasPage = choices !== undefined || own.needsPage || Object.values(rule?.shops ?? {}).some((shop) => shop?.needsPage)
  return { ...own, rules: rule === undefined ? [] : [rule], ...(hasPage && { title: link.title ?? undefined, choices }) }
}

interface RecognizedDestination extends Destination {
  isTagged: boolean
  /** Undefined if the page belongs to no retailer. */
  page: RetailerUrl | undefined
}

/**
 * Returns the destination, with the owner's tag if it can be tagged. A short URL is replaced with the page that it
 * leads to only if this page gets a tag.
 */
function toDestination(target: string, expandedTarget: string | null | undefined, integrations: StoredIntegrations): RecognizedDestination {
  const found = tagDestination(toRetailerPage(expandedTarget) ?? target, integrations)
  return found.isTagged || !expandedTarget ? found : { ...found, destination: target, expanded: expandedTarget }
}

function tagDestination(target: string, integrations: StoredIntegrations): RecognizedDestination {
  if (recognizeUrl(target) === undefined) return { destination: target, page: undefined, isTagged: false }
  const { url, status, page, clickIdAt } = tagUrl(target, toAffiliateSettings(integrations))
  const shop = page && formatShop(page)
  // A tag can make an address too long to be stored in a snapshot. The destination then stays without a tag.
  if (toDestinationHref(url) === undefined) return { destination: target, shop, page, isTagged: false }
  const isTagged = status === 'tagged' || status === 'replaced'
  const needsPage = isTagged && page !== undefined && hasInterstitialPage(page.retailer, integrations)
  return { destination: url, clickIdAt, shop, page, isTagged, ...(needsPage && { needsPage }) }
}

function hasInterstitialPage(retailer: Retailer, integrations: StoredIntegrations): boolean {
  const settings: { additionalParams: string | null; link_behavior?: string } | undefined = integrations[retailer]
  return retailers[retailer].forbidsRedirects && settings?.link_behavior === 'page'
}

/** Returns the name of a shop, for example `amazon.de`. */
function formatShop({ retailer, market }: RetailerUrl): string {
  return retailers[retailer].hasCountryShops && market !== undefined ? `${retailer}.${market}` : retailer
}

/**
 * Returns the rule that chooses the destination by the visitor's country. If the project uses country routing, each
 * Amazon marketplace that has a tag, except the link's own, gets a search for the product, or null if there is no
 * search. A destination that the owner chose for a country or marketplace replaces the search. Undefined if the link
 * has neither country routing nor chosen destinations.
 */
function createShopRule(
  { page }: RecognizedDestination,
  link: Pick<AffiliatedLink, 'title' | 'shops' | 'expandedShops'>,
  integrations: StoredIntegrations,
): (DestinationRule & { kind: 'shop' }) | undefined {
  const shops: Record<string, ShopDestination | null> = {}
  const market = page !== undefined && retailers[page.retailer].hasCountryRouting ? (page.market ?? null) : null
  const routing = integrations.amazon?.country_routing
  const isRouted = market !== null && routing !== undefined && routing !== 'off'
  if (isRouted) {
    const settings = toAffiliateSettings(integrations)
    const terms = routing === 'search' ? toSearchTerms(page, link.title) : undefined
    for (const other of Object.keys(settings.amazon?.tags ?? {}))
      if (other !== market) shops[other] = terms === undefined ? null : toSearchDestination(other, terms, settings)
  }
  for (const { place, target } of link.shops)
    if (place !== null) {
      const { page: _, isTagged, ...named } = toDestination(target, link.expandedShops[target], integrations)
      shops[place] = { ...named, reason: 'local_asin' }
    }
  return isRouted || Object.keys(shops).length > 0 ? { kind: 'shop', market, shops } : undefined
}

/**
 * Returns the title of a product as search terms. Undefined if the page is no product page, because its title names no
 * product. Also undefined if the title is unknown.
 */
function toSearchTerms(page: RetailerUrl | undefined, title: string | null): string | undefined {
  return page?.kind === 'product' && title !== null ? countrySearches.amazon.toTerms(title) : undefined
}

function toSearchDestination(market: string, terms: string, settings: AffiliateSettings): ShopDestination {
  const { url } = tagUrl(countrySearches.amazon.toAddress(market, terms), settings)
  return { destination: url, shop: `amazon.${market}`, reason: 'local_search' }
}

/** Returns the choices of a link's choice page: its own destination, then its shops. */
function toChoices(
  own: RecognizedDestination,
  { target, shops, expandedShops }: Pick<AffiliatedLink, 'target' | 'shops' | 'expandedShops'>,
  integrations: StoredIntegrations,
): Choice[] {
  const others = shops.map(({ target, name, place }) => ({
    ...toDestination(target, expandedShops[target], integrations),
    name,
    place,
    target,
  }))
  const all = [{ ...own, name: null, place: null, target }, ...others]
  return all.map(({ page, isTagged, name, target, ...choice }) => ({ ...choice, name: name ?? formatShopName(page, target) }))
}

function formatShopName(page: RetailerUrl | undefined, target: string): string {
  return page === undefined ? new URL(target).hostname.replace(/^www\./, '') : retailerNames[page.retailer]
}
