import { isAdLink, toDestinationHref, toShopFacts } from '@linkshelf/contract/basics'
import { parseIntegrations, type StoredIntegrations } from '../integrations/visitors.ts'
import { type AffiliatedLink, listDestinations, resolveAffiliation, toReachedUrl } from '../links/visitors.ts'
import type { OnDomain, StoreDocument } from './find-store.ts'

type LinkShop = AffiliatedLink['shops'][number]

/** Where a link leads. Fields are missing if they have their default value. */
interface LeadingLink extends OnDomain {
  slug: string
  leadsTo: Pick<AffiliatedLink, 'target'> &
    Partial<Pick<AffiliatedLink, 'expandedTarget' | 'title' | 'expandedShops' | 'hasChoicePage' | 'isAffiliated'>> & {
      shops?: (Pick<LinkShop, 'target'> & Partial<LinkShop>)[]
    }
  /** True if the owner marked the link as an ad. */
  isMarked?: boolean | null
}

/** A store as `findStore` selects it. */
interface SelectedStore extends Omit<StoreDocument, 'products' | 'featuredLinks'> {
  integrations: unknown
  products: (Omit<StoreDocument['products'][number], 'links'> & { links: LeadingLink[] })[]
  featuredLinks: (Omit<StoreDocument['featuredLinks'][number], 'host' | 'isAd'> & LeadingLink)[]
}

/** Parses the text of a found store. This decides which links are ads, because a query can't tag destinations. */
export function parseStoreDocument(text: string): StoreDocument {
  const { integrations, ...store } = JSON.parse(text) as SelectedStore
  const settings = parseIntegrations(integrations)
  const toShopLinks = <L extends LeadingLink>(links: readonly L[]) =>
    links.filter(({ leadsTo }) => toDestinationHref(leadsTo.target) !== undefined).map((link) => toShopLink(link, settings))
  return {
    ...store,
    products: store.products.map((product) => ({ ...product, links: toShopLinks(product.links) })),
    featuredLinks: toShopLinks(store.featuredLinks),
  }
}

/** Replaces where a link leads by the hosts of its destinations, because a page shows no other part of them. */
function toShopLink<L extends LeadingLink>({ leadsTo, isMarked, ...link }: L, integrations: StoredIntegrations) {
  const { target, expandedTarget = null, title = null, expandedShops = {}, hasChoicePage = false, isAffiliated = true } = leadsTo
  const shops = (leadsTo.shops ?? []).map(({ place = null, name = null, ...shop }) => ({ ...shop, place, name }))
  const affiliated = { target, expandedTarget, title, shops, expandedShops, hasChoicePage, isAffiliated, integrations }
  const destinations = listDestinations(resolveAffiliation(affiliated)).map(toReachedUrl)
  return {
    ...link,
    ...toShopFacts({ target, expanded: expandedTarget, shops }),
    isAd: isAdLink({ destinations, isMarked: isMarked === true }),
  }
}
