import type { DeviceKind } from '@linkshelf/contract'
import { findAmazonMarket } from '@linkshelf/retailers'
import type { DestinationRule } from '../../links/visitors.ts'
import { type IsOwnOrigin, type RedirectOutcome, type ShopRedirects, toRedirect } from '../outcome.ts'

/** The properties of a visit that rules depend on. Device and share are computed only if a rule needs them. */
export interface VisitContext {
  /** Milliseconds since 1970. */
  at: number
  /** ISO 3166-1 code of two capital letters. Empty if unknown. */
  country(): string
  /** Empty if unknown. */
  device(): DeviceKind | ''
  /** A hash of link, address and User-Agent, from 0 (inclusive) to 1 (exclusive). */
  share(): number
}

/**
 * Returns the redirect of the first rule that matches, or else of the link's own destination. `redirect` is the link's
 * redirect as the cache stores it.
 */
export function chooseDestination(redirect: RedirectOutcome, visit: VisitContext, isOwnOrigin: IsOwnOrigin): RedirectOutcome {
  for (const rule of redirect.link.rules) {
    if (rule.kind === 'shop') break
    const destination = applyRule(rule, visit)
    if (destination !== undefined) return toRedirect(redirect.link, { destination }, { rule: rule.kind, reason: '' }, isOwnOrigin)
  }
  return redirect.shops === undefined ? redirect : chooseShop(redirect.shops, visit.country())
}

/**
 * Chooses the redirect to the shop for the visitor's country, or else for the country's Amazon marketplace, or else to
 * the link's own destination. For the own destination, the recorded reason is `same` if it is in the visitor's
 * marketplace, `no_tag` if the owner has no tag for the visitor's marketplace, and `default` in all other cases.
 */
export function chooseShop(shops: ShopRedirects, country: string): RedirectOutcome {
  const marketOfVisitor = findAmazonMarket(country)
  const found = shops.byPlace.get(country) ?? (marketOfVisitor === undefined ? undefined : shops.byPlace.get(marketOfVisitor))
  if (found) return found
  if (shops.market === null || marketOfVisitor === undefined || found === null) return shops.default
  return shops.market === marketOfVisitor ? shops.same : shops.noTag
}

function applyRule(rule: Exclude<DestinationRule, { kind: 'shop' }>, visit: VisitContext): string | undefined {
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
  return (found ?? variants.at(-1))?.destination // rounding may leave `rest` at 0 or more, so that none is found
}
