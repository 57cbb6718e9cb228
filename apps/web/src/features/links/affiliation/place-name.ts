import { amazonMarkets } from '@linkshelf/retailers'

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns a country, or a marketplace of Amazon with the country that it is of. */
export function placeName(place: string): string {
  const market = amazonMarkets[place]
  return market === undefined ? (countries.of(place) ?? place) : `amazon.${place} · ${countries.of(market.country)} and its neighbors`
}
