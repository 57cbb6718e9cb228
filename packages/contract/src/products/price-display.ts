// Rules for whether and how a page shows the price of a product. Store pages, their JSON-LD, the public calls and the
// dashboard all use these rules.
import { findRetailerByHost, retailers } from '@linkshelf/retailers'
import { isShortHost } from '../links/short-urls.ts'
import { countCurrencyDecimals } from '../money/money.ts'
import type { CheckedPrice, ProductPrice } from './product-price.ts'

/** If a shop is none of `retailers`, a price is shown for this many days after its check. */
const otherShownDays = 30

const dayMs = 86_400_000

/** Facts of a link that say which shops it leads to. */
export interface ShopFacts {
  host: string
  /** The host that a short URL leads to, if it is known. */
  expandedHost?: string
  /** Hosts of the link's other shops. */
  shops?: readonly string[]
}

/** The fields of a link that name its destinations. */
interface LinkDestinations {
  target: string
  /** Null if `target` is not a short URL, or its destination is unknown. */
  expanded: string | null
  shops: readonly { target: string }[]
}

export function toShopFacts({ target, expanded, shops }: LinkDestinations): ShopFacts {
  return {
    host: toHost(target),
    ...(expanded !== null && { expandedHost: toHost(expanded) }),
    shops: shops.map((shop) => toHost(shop.target)),
  }
}

function toHost(address: string): string {
  return new URL(address).hostname
}

/**
 * Returns for how many days after its check the price of a product with these links is shown. The shop with the
 * strictest affiliate program decides. 0 means that the price is never shown, for example because a short URL leads to
 * an unknown shop.
 */
export function countPriceShownDays(links: readonly ShopFacts[]): number {
  const hosts = links.flatMap(({ host, expandedHost, shops = [] }) => [expandedHost ?? host, ...shops])
  return Math.min(otherShownDays, ...hosts.map(countShownDays))
}

function countShownDays(host: string): number {
  const retailer = findRetailerByHost(host)?.retailer
  if (retailer !== undefined) return retailers[retailer].priceShownDays
  return isShortHost(host) ? 0 : otherShownDays
}

/** The day on which a price was checked. Null for a price that is read from the attributes. */
type CheckedDay = Pick<CheckedPrice, 'checked_on'> | { checked_on: null }

/**
 * Returns the instant from which the price is hidden, in milliseconds. Days begin in UTC. A price without a day can
 * have any age, so it is hidden if a program limits the age.
 */
export function computePriceHiddenAtMs({ checked_on }: CheckedDay, links: readonly ShopFacts[]): number {
  const days = countPriceShownDays(links)
  if (checked_on === null) return days < otherShownDays ? -Infinity : Infinity
  return days === 0 ? -Infinity : Date.parse(checked_on) + (days + 1) * dayMs
}

export function isPriceShown(price: CheckedDay, links: readonly ShopFacts[], now: Date): boolean {
  return now.getTime() < computePriceHiddenAtMs(price, links)
}

/**
 * Whether a price can have been checked on the day. This is the case from 24 hours before the day begins in UTC,
 * because no time zone is more than a day ahead of UTC.
 */
export function hasDayBegunSomewhere(day: string, now: Date): boolean {
  return Date.parse(day) <= now.getTime() + dayMs
}

/** Formats text such as `€49.90`, with the decimal places of the currency. `language` is a BCP 47 tag. */
export function formatPrice({ amount, currency }: ProductPrice, language: string): string {
  const decimals = countCurrencyDecimals(currency)
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(Number(amount))
}

/** Formats text such as `Nov 26, 2026`. */
export function formatCheckedDay({ checked_on }: Pick<CheckedPrice, 'checked_on'>, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(checked_on))
}

/**
 * Formats text such as `Nov 26`, for a price that is shown. The year is not needed, because prices are hidden after
 * some weeks.
 */
export function formatRecentDay({ checked_on }: Pick<CheckedPrice, 'checked_on'>, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(checked_on))
}
