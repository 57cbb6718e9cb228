import { amazonMarkets } from '@linkshelf/retailers'

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Codes that name no country of a visitor. */
const noCountries = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** Returns a country, or a marketplace of Amazon with the country that it is of. */
export function placeName(place: string): string {
  const market = amazonMarkets[place]
  return market === undefined ? (countries.of(place) ?? place) : `amazon.${place} · ${countries.of(market.country)} and its neighbors`
}

/** Returns every country that the browser has a name for, by name. */
export function countryPlaces(): { value: string; label: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const named = codes.filter((code) => !noCountries.includes(code)).map((value) => ({ value, label: countries.of(value) ?? value }))
  return named.filter(({ value, label }) => label !== value).toSorted((one, other) => one.label.localeCompare(other.label))
}
