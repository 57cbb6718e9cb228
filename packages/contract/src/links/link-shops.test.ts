import { expect, it } from 'vitest'
import { countryCodes } from '../countries.ts'
import { linkShops, replaceRetiredCountries } from './link-shops.ts'

const target = 'https://maker.example/'
const aShop = (place: string | null) => ({ place, name: null, target })

it.each([
  [true, ['DE', 'GB', 'CW', 'XK', 'de', 'co.uk']],
  [false, ['DD', 'UK', 'AN', 'EU', 'ZZ', 'de-DE', 'DEU', 'gb', '']],
])('takes as the place of a shop: %s for %j', (isValid, places) => {
  expect(places.map((place) => linkShops.safeParse([aShop(place)]).success)).toEqual(places.map(() => isValid))
})

it('has each country once, and under one name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(countryCodes).toHaveLength(250)
  expect(new Set(countryCodes.map((code) => names.of(code))).size).toBe(250)
})

it.each<[string, (string | null)[], (string | null)[]]>([
  ['a retired code', ['DD', 'FR'], ['DE', 'FR']],
  ['two retired codes of one country', ['YU', 'CS'], ['RS', null]],
  ['a country that has a shop already', ['DD', 'DE'], [null, 'DE']],
  ['letters that are no country', ['ZZ', 'EU'], [null, null]],
  ['current places', ['GB', 'co.uk', null, null], ['GB', 'co.uk', null, null]],
])('replaces the places of archived shops: %s', (_name, before, after) => {
  expect(replaceRetiredCountries(before.map(aShop))).toEqual(after.map(aShop))
})

it.each([[undefined], [null], ['DD'], [[null, 7, { place: 7 }]]])('leaves %j to the check of the shops', (given) => {
  expect(replaceRetiredCountries(given)).toEqual(given)
})
