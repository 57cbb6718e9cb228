import { amazonMarkets } from '@linkshelf/retailers'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns a country, or a marketplace of Amazon with the country that it is of. */
export function formatPlaceName(place: string): string {
  const market = amazonMarkets[place]
  return market === undefined ? (countryNames.of(place) ?? place) : `amazon.${place} · ${countryNames.of(market.country)} and its neighbors`
}
