import { expect, it } from 'vitest'
import { amazonMarkets, findAmazonMarket } from '../index.ts'

const neighbors: [countries: string, market: string | undefined][] = [
  ['AT CH LI LU DK FI CZ SK HU SI HR BG RO EE LV LT CY', 'de'],
  ['NO', 'se'],
  ['PT AD', 'es'],
  ['MC', 'fr'],
  ['SM VA', 'it'],
  ['IM GI MT JE GG', 'co.uk'],
  ['IE', 'ie'],
  ['BE', 'com.be'],
  ['NZ CK CX NC NF', 'com.au'],
  ['KW QA BH OM JO LB', 'ae'],
  ['CN', 'com'],
  ['ZA', 'co.za'],
  ['MY TH PH ID VN HK TW KR KE AR', undefined],
]

it.each(neighbors.flatMap(([countries, market]) => countries.split(' ').map((country) => [country, market] as const)))(
  'sends visitors from %s to %s',
  (country, market) => {
    expect(findAmazonMarket(country)).toBe(market)
  },
)

it('has a country for each marketplace', () => {
  for (const [market, { country }] of Object.entries(amazonMarkets)) if (market !== 'cn') expect(findAmazonMarket(country)).toBe(market)
})

it.each(['', 'de', 'Germany', 'constructor'])('knows no country %j', (country) => {
  expect(findAmazonMarket(country)).toBeUndefined()
})
