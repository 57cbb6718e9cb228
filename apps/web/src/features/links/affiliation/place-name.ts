import { amazonMarkets } from '@linkshelf/retailers'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Formats a country code such as `DE`, or an Amazon marketplace such as `co.uk` together with its country. */
export function formatPlaceName(place: string): string {
  const market = amazonMarkets[place]
  return market === undefined ? (countryNames.of(place) ?? place) : `amazon.${place} · ${countryNames.of(market.country)} and its neighbors`
}
