import { amazonMarkets } from './markets.ts'

/** Countries without their own marketplace, by the marketplace that is usually used there. */
const neighborsByMarket: Readonly<Record<string, string>> = {
  de: 'AT CH LI LU DK FI CZ SK HU SI HR BG RO EE LV LT CY',
  se: 'NO',
  es: 'PT AD',
  fr: 'MC',
  it: 'SM VA',
  'co.uk': 'GI IM JE GG MT',
  'com.au': 'NZ CK CX NC NF',
  ae: 'KW QA BH OM JO LB',
  com: 'CN', // amazon.cn sells nothing to visitors of links
}

const marketsByCountry: ReadonlyMap<string, string> = new Map([
  ...Object.entries(amazonMarkets).map(([market, { country }]) => [country, market] as const),
  ...Object.entries(neighborsByMarket).flatMap(([market, countries]) => countries.split(' ').map((country) => [country, market] as const)),
])

/**
 * Returns the marketplace for a country (ISO 3166-1, two capital letters). Undefined if no marketplace is usual in that
 * country.
 */
export function findAmazonMarket(country: string): string | undefined {
  return marketsByCountry.get(country)
}
