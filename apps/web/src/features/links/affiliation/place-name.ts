import { amazonMarkets } from '@linkshelf/retailers'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/**
 * Returns the name of a country, for example of `DE`, or the name of an Amazon marketplace with its country, for
 * example of `co.uk`.
 */
export function formatPlaceName(place: string): string {
  const market = amazonMarkets[place]
  return market === undefined ? (countryNames.of(place) ?? place) : `amazon.${place} · ${countryNames.of(market.country)} and its neighbors`
}
