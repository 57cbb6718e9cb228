import type { ShopReason } from '@linkshelf/contract'
import type { Destination, DestinationRule, FoundLink, ResolvedLink } from '../links/visitors.ts'
import type { PageView } from '../storefront/index.ts'

/** The result of a visit. */
export type Outcome =
  | RedirectOutcome
  | { readonly kind: 'page'; readonly page: PageName }
  | StoreOutcome
  | { readonly kind: 'media' | 'link-page' | 'domain-page' | 'tls'; readonly response: PageResponse }
  | { readonly kind: 'gone' | 'not-found' | 'store-not-found' | 'rate-limited' | 'busy' | 'loop' | 'method-not-allowed' }

export interface RedirectOutcome {
  readonly kind: 'redirect'
  readonly link: ResolvedLink
  /** The link's own destination or a rule's; already validated as http(s). */
  readonly location: string
  /** The offset in the location where the id of the click is inserted, if it takes one. */
  readonly clickIdAt?: number | undefined
  /** The rule that chose the location. */
  readonly rule: 'default' | 'choice' | DestinationRule['kind']
  /** The retailer's shop that it leads to, as `amazon.de`, and why this one; empty where neither is known. */
  readonly shop: string
  readonly reason: ShopReason | ''
  /** A page that names the shop comes first. */
  readonly needsPage: boolean
  /** The site where the visitor of that page came from; undefined where the request says it itself. */
  readonly referrer?: string
  /** The location is on a configured name of the public origin, or on an own domain of an organization. */
  readonly isToOwnOrigin: boolean
  /** The utm_ parameters of the location, as its query has them; empty without any. */
  readonly campaign: string
  /** The redirects of the link's rule of shops; undefined without one. */
  readonly shops?: ShopRedirects | undefined
}

/** Every redirect of a rule of shops. */
export interface ShopRedirects {
  /** The redirects by country or by marketplace of Amazon, as in the rule. */
  readonly byPlace: ReadonlyMap<string, RedirectOutcome | null>
  /** The marketplace of the link's own destination at Amazon. */
  readonly market: string | null
  /** The link's own destination, by the reason that is recorded. */
  readonly same: RedirectOutcome
  readonly noTag: RedirectOutcome
  readonly default: RedirectOutcome
}

export interface StoreOutcome {
  readonly kind: 'store'
  readonly response: PageResponse
  /** Undefined for what is no page of its own. */
  readonly view?: PageView | undefined
}

export interface PageResponse {
  readonly status: number
  /** Names and values alternating. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

export type PageName = 'front' | 'robots' | 'icon' | 'font' | 'health'

/** The outcome that the cache stores for a slug: for a link, the redirect where no rule matches. */
export type LinkOutcome = RedirectOutcome | typeof GONE | typeof NOT_FOUND

export const GONE = { kind: 'gone' } as const
export const NOT_FOUND = { kind: 'not-found' } as const
export const STORE_NOT_FOUND = { kind: 'store-not-found' } as const
export const RATE_LIMITED = { kind: 'rate-limited' } as const
export const BUSY = { kind: 'busy' } as const
export const LOOP = { kind: 'loop' } as const
export const METHOD_NOT_ALLOWED = { kind: 'method-not-allowed' } as const

/** Whether a URL leads to the public origin, or to an own domain. */
export type IsOwnOrigin = (href: string) => boolean

export function toLinkOutcome(found: FoundLink | undefined, isOwnOrigin: IsOwnOrigin): LinkOutcome {
  if (found === undefined || found.kind === 'invalid') return NOT_FOUND
  return found.kind === 'gone' ? GONE : toDefaultRedirect(found.link, isOwnOrigin)
}

/** Built once, when the link is loaded, with the redirects of its shops, so that a visit allocates none. */
export function toDefaultRedirect(link: ResolvedLink, isOwnOrigin: IsOwnOrigin): RedirectOutcome {
  const rule = link.rules.find((one) => one.kind === 'shop')
  return toRedirect(link, link, { rule: 'default', reason: '' }, isOwnOrigin, rule && toShopRedirects(link, rule, isOwnOrigin))
}

/**
 * Every redirect is made here, with the same properties in the same order: the engine reads
 * objects of one shape faster.
 */
export function toRedirect(
  link: ResolvedLink,
  { destination, clickIdAt, shop = '', needsPage = false }: Destination,
  { rule, reason }: Pick<RedirectOutcome, 'rule' | 'reason'>,
  isOwnOrigin: IsOwnOrigin,
  shops?: ShopRedirects,
): RedirectOutcome {
  const isToOwnOrigin = isOwnOrigin(destination)
  const campaign = findCampaign(destination)
  return { kind: 'redirect', link, location: destination, clickIdAt, rule, shop, reason, needsPage, isToOwnOrigin, campaign, shops }
}

function findCampaign(location: string): string {
  if (!location.includes('utm_')) return '' // nearly always
  const parameters = new URL(location).search.slice(1).split('&')
  return parameters.filter((parameter) => parameter.startsWith('utm_')).join('&')
}

function toShopRedirects(
  link: ResolvedLink,
  { market, shops }: DestinationRule & { kind: 'shop' },
  isOwnOrigin: IsOwnOrigin,
): ShopRedirects {
  const byPlace = Object.entries(shops).map(
    ([place, shop]) => [place, shop && toRedirect(link, shop, { rule: 'shop', reason: shop.reason }, isOwnOrigin)] as const,
  )
  const own = (reason: ShopReason) => toRedirect(link, link, { rule: 'default', reason }, isOwnOrigin)
  return { byPlace: new Map(byPlace), market, same: own('same'), noTag: own('no_tag'), default: own('default') }
}

/**
 * The redirect of one click. Its id is written in the 32 digits that retailers take: they return
 * it in reports of sales.
 */
export function insertClickId(outcome: RedirectOutcome, clickId: string): RedirectOutcome {
  const { location, clickIdAt } = outcome
  return { ...outcome, location: `${location.slice(0, clickIdAt)}${clickId.replaceAll('-', '')}${location.slice(clickIdAt)}` }
}
