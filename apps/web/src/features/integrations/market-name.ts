import { amazonMarkets } from '@linkshelf/retailers'

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** `amazon.co.uk · United Kingdom`. */
export function marketName(market: string): string {
  const country = amazonMarkets[market]?.country
  return country === undefined ? `amazon.${market}` : `amazon.${market} · ${countries.of(country) ?? country}`
}
