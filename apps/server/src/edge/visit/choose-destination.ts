import type { DeviceKind } from '@linkshelf/contract'
import { amazonMarketOf } from '@linkshelf/retailers'
import type { DestinationRule } from '../../links/index.ts'
import { type IsOwnOrigin, type RedirectOutcome, type ShopRedirects, toRedirect } from '../outcome.ts'
import { pathOf, queryOf, slugIn } from '../visit.ts'

/** The properties of a visit that rules depend on. Device and share are computed only when a rule needs them. */
export interface VisitContext {
  /** Milliseconds since 1970. */
  at: number
  /** ISO 3166-1, two capital letters; empty when unknown. */
  country(): string
  /** Empty when unknown. */
  device(): DeviceKind | ''
  /** A hash of link, address and User-Agent: at least 0, less than 1. */
  share(): number
}

/**
 * The redirect of the first rule that matches, or of the link's own destination. `redirect`: of the link,
 * as the cache stores it.
 */
export function chooseDestination(redirect: RedirectOutcome, visit: VisitContext, isOwnOrigin: IsOwnOrigin): RedirectOutcome {
  for (const rule of redirect.link.rules) {
    if (rule.kind === 'shop') break
    const destination = destinationBy(rule, visit)
    if (destination !== undefined) return toRedirect(redirect.link, { destination }, { rule: rule.kind, reason: '' }, isOwnOrigin)
  }
  return redirect.shops === undefined ? redirect : chooseShop(redirect.shops, visit.country())
}

/**
 * Amazon Associates links by country: what is named for the country, then for its marketplace; the link's own page in
 * its own market, or without a tag there.
 */
export function chooseShop(shops: ShopRedirects, country: string): RedirectOutcome {
  const marketOfVisitor = amazonMarketOf(country)
  const found = shops.byPlace.get(country) ?? (marketOfVisitor === undefined ? undefined : shops.byPlace.get(marketOfVisitor))
  if (found) return found
  if (shops.market === null || marketOfVisitor === undefined || found === null) return shops.default
  return shops.market === marketOfVisitor ? shops.same : shops.noTag
}

function destinationBy(rule: Exclude<DestinationRule, { kind: 'shop' }>, visit: VisitContext): string | undefined {
  switch (rule.kind) {
    case 'country':
      return rule.countries.includes(visit.country()) ? rule.destination : undefined
    case 'device': {
      const device = visit.device()
      return device !== '' && rule.devices.includes(device) ? rule.destination : undefined
    }
    case 'time':
      return (rule.fromAt ?? visit.at) <= visit.at && visit.at < (rule.untilAt ?? Number.POSITIVE_INFINITY) ? rule.destination : undefined
    case 'split':
      return pickByWeight(rule.variants, visit.share())
  }
}

function pickByWeight(variants: readonly { weight: number; destination: string }[], share: number): string | undefined {
  let rest = share * variants.reduce((sum, { weight }) => sum + weight, 0)
  const found = variants.find(({ weight }) => {
    rest -= weight
    return rest < 0
  })
  return (found ?? variants.at(-1))?.destination // rounding may leave a rest of 0 behind the last
}

// Ends redirects that lead back to the edge, which a visitor's browser would follow in a circle.
//
// Ends redirects that lead back to an edge. New links can't lead to a name of the public origin, but older links
// and names that are not configured still can. A redirect whose location is on a configured name, or on the host
// that the request itself named, may lead to this edge again. Its location carries the number of such redirects so
// far in the query, and after five the visitor gets a page instead. No other location is changed, so destinations
// never see the parameter.

export const hopsMax = 5
const hopsParameter = 'hops'

/**
 * Returns whether the location is on `host`, as a request names it in its header. Relies on `URL.href`, which has
 * a slash after the host.
 */
export function isOnHost(location: string, host: string): boolean {
  if (host === '') return false
  const start = location.charCodeAt(4) === 0x73 ? 8 : 7 // "https://" or "http://"
  return location.charCodeAt(start + host.length) === 0x2f && location.startsWith(host, start)
}

/**
 * The redirect with the number of hops that follow from the target of its request; undefined after the last. Unchanged
 * when its location is not a short link.
 */
export function addHop(outcome: RedirectOutcome, target: string): RedirectOutcome | undefined {
  const { location } = outcome
  if (slugIn(pathOf(location)) === undefined) return outcome
  const hops = hopsIn(target) + 1
  return hops > hopsMax ? undefined : { ...outcome, location: appendHops(location, hops) }
}

/** The last one counts: it is the one that an edge appended. */
function hopsIn(target: string): number {
  const hops = new URLSearchParams(queryOf(target)).getAll(hopsParameter).at(-1) ?? ''
  return /^\d$/.test(hops) ? Number(hops) : 0
}

/** Appends to the query, and leaves the rest as it was typed. */
function appendHops(location: string, hops: number): string {
  const [beforeFragment = '', ...fragment] = location.split('#')
  const separator = beforeFragment.includes('?') ? '&' : '?'
  return [`${beforeFragment}${separator}${hopsParameter}=${hops}`, ...fragment].join('#')
}
