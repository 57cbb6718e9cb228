import { expect, it } from 'vitest'
import { countryCodes } from '../countries.ts'
import { linkShops, replaceRetiredCountries } from './link-shops.ts'

const target = 'https://maker.example/'
const aShop = (place: string | null) => ({ place, name: null, target })

it.each([
  [true, ['DE', 'GB', 'CW', 'XK', 'de', 'co.uk']],
  [false, ['DD', 'UK', 'AN', 'EU', 'ZZ', 'de-DE', 'DEU', 'gb', '']],
])('says that the places are valid: %s for %j', (isValid, places) => {
  expect(places.map((place) => linkShops.safeParse([aShop(place)]).success)).toEqual(places.map(() => isValid))
})

it('lists each country once, with a single name', () => {
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
])('replaces retired countries of archived shops: %s', (_name, before, after) => {
  expect(replaceRetiredCountries(before.map(aShop))).toEqual(after.map(aShop))
})

it.each([[undefined], [null], ['DD'], [[null, 7, { place: 7 }]]])('returns %j unchanged, for the check of shops to reject', (given) => {
  expect(replaceRetiredCountries(given)).toEqual(given)
})
