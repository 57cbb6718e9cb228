/** `amount` is a decimal number with a point; `currency` is an ISO 4217 code. */
export interface ProductPrice {
  amount: string
  currency: string
}

/** A price, and the day on which a shop had this price. */
export interface CheckedPrice extends ProductPrice {
  checked_on: string
}

const priceNames = /^(price|preis|prix|prezzo|precio|prijs)$/i

/** Signs of only one currency. A sign that several currencies share, such as $, is not listed. */
const currenciesBySign: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR' }
const pricePattern = /^(?:([€£₹]|[A-Z]{3})\s?)?(\d{1,7})(?:[.,](\d{2}))?(?:\s?([€£₹]|[A-Z]{3}))?$/

/** Returns the price from a product's attributes, if its owner entered a price with its currency there. */
export function findPrice(attributes: Readonly<Record<string, string>>): ProductPrice | undefined {
  return Object.entries(attributes).flatMap(([name, value]) => (priceNames.test(name) ? (parsePrice(value) ?? []) : []))[0]
}

/** Parses a price such as "49.90 EUR" or "€ 50". Undefined if the text is not clearly a price. */
export function parsePrice(written: string): ProductPrice | undefined {
  const [, before, whole, cents, after] = pricePattern.exec(written.trim()) ?? []
  const sign = before ?? after
  if (sign === undefined || (before !== undefined && after !== undefined)) return undefined
  return { amount: cents === undefined ? `${whole}` : `${whole}.${cents}`, currency: currenciesBySign[sign] ?? sign }
}
