/** `amount` is a decimal number with a point; `currency` is an ISO 4217 code. */
export interface ProductPrice {
  amount: string
  currency: string
}

/** A price, and the day on which a shop had it. */
export interface CheckedPrice extends ProductPrice {
  checked_on: string
}

const priceNames = /^(price|preis|prix|prezzo|precio|prijs)$/i

/** A sign that several currencies share, such as $, names no currency. */
const currencySigns: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR' }
const pricePattern = /^(?:([€£₹]|[A-Z]{3})\s?)?(\d{1,7})(?:[.,](\d{2}))?(?:\s?([€£₹]|[A-Z]{3}))?$/

/** Returns the price among the attributes of a product, where its owner entered one with its currency. */
export function findPrice(attributes: Readonly<Record<string, string>>): ProductPrice | undefined {
  return Object.entries(attributes).flatMap(([name, value]) => (priceNames.test(name) ? (parsePrice(value) ?? []) : []))[0]
}

/** A price such as "49.90 EUR" or "€ 50"; undefined for anything less clear. */
export function parsePrice(written: string): ProductPrice | undefined {
  const [, before, whole, cents, after] = pricePattern.exec(written.trim()) ?? []
  const sign = before ?? after
  if (sign === undefined || (before !== undefined && after !== undefined)) return undefined
  return { amount: cents === undefined ? `${whole}` : `${whole}.${cents}`, currency: currencySigns[sign] ?? sign }
}
