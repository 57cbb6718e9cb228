import type { ShopReason } from '@linkshelf/contract'
import type { Destination, DestinationRule, FoundLink, ResolvedLink } from '../links/visitors.ts'
import type { PageView } from '../storefront/index.ts'

export type Outcome =
  | RedirectOutcome
  | { readonly kind: 'page'; readonly page: PageName }
  | StoreOutcome
  | { readonly kind: 'media' | 'link-page' | 'domain-page' | 'tls'; readonly response: PageResponse }
  | { readonly kind: 'gone' | 'not-found' | 'store-not-found' | 'rate-limited' | 'busy' | 'loop' | 'method-not-allowed' }

export interface RedirectOutcome {
  readonly kind: 'redirect'
  readonly link: ResolvedLink
  /**
   * The URL that the visitor is redirected to: the destination of the link or of a rule. Already validated as http(s).
   */
  readonly location: string
  /** The offset in the location where the click id is inserted. Undefined if the destination does not accept one. */
  readonly clickIdAt?: number | undefined
  /** The kind of rule that chose the location. */
  readonly rule: 'default' | 'choice' | DestinationRule['kind']
  /**
   * The shop that the location leads to, for example `amazon.de`, and the reason why this shop was chosen. Each is
   * empty if it is not known.
   */
  readonly shop: string
  readonly reason: ShopReason | ''
  /** Whether a page that names the shop must be shown first. */
  readonly needsPage: boolean
  /**
   * The site from which the visitor came to the link page, if the click came from the page's button. Undefined if the
   * click's own Referer header states the site.
   */
  readonly referrer?: string
  /** Whether the location is on a configured name of the public origin, or on an organization's own domain. */
  readonly isToOwnOrigin: boolean
  /** The location's utm_ parameters, as they appear in its query. Empty if it has none. */
  readonly campaign: string
  /** The redirects of the link's shop rule. Undefined if the link has no such rule. */
  readonly shops?: ShopRedirects | undefined
}

export interface ShopRedirects {
  /**
   * Contains a redirect for each country or Amazon marketplace that the shop rule lists. The value is null if the
   * product is not known in that country or marketplace.
   */
  readonly byPlace: ReadonlyMap<string, RedirectOutcome | null>
  /** The Amazon marketplace of the link's own destination. */
  readonly market: string | null
  /** Three redirects to the link's own destination. They differ in the reason that is recorded. */
  readonly same: RedirectOutcome
  readonly noTag: RedirectOutcome
  readonly default: RedirectOutcome
}

export interface StoreOutcome {
  readonly kind: 'store'
  readonly response: PageResponse
  /** The page view to record. Undefined if the response does not count as a page view, for example a moved page. */
  readonly view?: PageView | undefined
}

export interface PageResponse {
  readonly status: number
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

export type PageName = 'front' | 'robots' | 'icon' | 'font' | 'health'

/** The outcome that the cache stores for a slug. For a link, this is the redirect if no rule matches. */
export type LinkOutcome = RedirectOutcome | typeof GONE | typeof NOT_FOUND

export const GONE = { kind: 'gone' } as const
export const NOT_FOUND = { kind: 'not-found' } as const
export const STORE_NOT_FOUND = { kind: 'store-not-found' } as const
export const RATE_LIMITED = { kind: 'rate-limited' } as const
export const BUSY = { kind: 'busy' } as const
export const LOOP = { kind: 'loop' } as const
export const METHOD_NOT_ALLOWED = { kind: 'method-not-allowed' } as const

/** Returns whether a URL leads to the public origin or to an own domain. */
export type IsOwnOrigin = (href: string) => boolean

export function toLinkOutcome(found: FoundLink | undefined, isOwnOrigin: IsOwnOrigin): LinkOutcome {
  if (found === undefined || found.kind === 'invalid') return NOT_FOUND
  return found.kind === 'gone' ? GONE : toDefaultRedirect(found.link, isOwnOrigin)
}

/**
 * Creates the redirect of a link and of its shops. This happens once, when the link is loaded, so that a visit
 * allocates nothing.
 */
export function toDefaultRedirect(link: ResolvedLink, isOwnOrigin: IsOwnOrigin): RedirectOutcome {
  const rule = link.rules.find((one) => one.kind === 'shop')
  return toRedirect(link, link, { rule: 'default', reason: '' }, isOwnOrigin, rule && toShopRedirects(link, rule, isOwnOrigin))
}

/**
 * Creates a redirect. All redirects are created here, so that their properties have the same order: V8 reads objects of
 * one shape faster.
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
  if (!location.includes('utm_')) return '' // the usual case
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
 * Returns the redirect of one click, with the click's id in the location. The id is written as 32 digits, because
 * retailers accept this form and return it in their sales reports.
 */
export function insertClickId(outcome: RedirectOutcome, clickId: string): RedirectOutcome {
  const { location, clickIdAt } = outcome
  return { ...outcome, location: `${location.slice(0, clickIdAt)}${clickId.replaceAll('-', '')}${location.slice(clickIdAt)}` }
}
