// Whether a page shows the price of a product, and how. Store pages, their JSON-LD, the public calls and the dashboard
// follow this one rule.
import { findRetailerByHost, retailers } from '@linkshelf/retailers'
import { isShortHost } from '../links/short-urls.ts'
import { countCurrencyDecimals } from '../money/money.ts'
import type { LinkFacts } from '../stores/ad-links.ts'
import type { CheckedPrice, ProductPrice } from './product-price.ts'

/** Limits for how many days after its check a price is shown if the shop is no retailer. */
const otherShownDays = 30

const dayMs = 86_400_000

/** The facts of a link that tell which shops it leads to. */
type ShopFacts = Pick<LinkFacts, 'host' | 'expandedHost' | 'shops'>

/**
 * For how many days after its check the price of a product with these links is shown: the shop with the strictest
 * program decides. 0 is never, also behind a short URL that leads to an unknown shop.
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

/** The day on which a price was checked; null for a price among the attributes, which has none. */
type CheckedDay = Pick<CheckedPrice, 'checked_on'> | { checked_on: null }

/**
 * The instant from which the price is hidden, in milliseconds. Days begin in UTC. A price without a day may be of any
 * age, so it is hidden where a program limits the age.
 */
export function computePriceHiddenAtMs({ checked_on }: CheckedDay, links: readonly ShopFacts[]): number {
  const days = countPriceShownDays(links)
  if (checked_on === null) return days < otherShownDays ? -Infinity : Infinity
  return days === 0 ? -Infinity : Date.parse(checked_on) + (days + 1) * dayMs
}

export function isPriceShown(price: CheckedDay, links: readonly ShopFacts[], now: Date): boolean {
  return now.getTime() < computePriceHiddenAtMs(price, links)
}

/** The latest day on which a price can have been checked: the day ends last where it begins first. */
export function isPastDay(day: string, now: Date): boolean {
  return Date.parse(day) <= now.getTime() + dayMs
}

/** Text such as `€49.90`, with the digits of the currency. `language`: BCP 47. */
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

/** Text such as `Nov 26, 2026`. */
export function formatCheckedDay({ checked_on }: Pick<CheckedPrice, 'checked_on'>, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(checked_on))
}

/** Text such as `Nov 26`, for a price that is shown: the year is known, since prices are hidden after some weeks. */
export function formatRecentDay({ checked_on }: Pick<CheckedPrice, 'checked_on'>, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(checked_on))
}
