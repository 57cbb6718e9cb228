import { expect, it } from 'vitest'
import { breakdownName, visitorLocation } from './breakdown-names.ts'

it.each([
  ['starts with the nearest name', ['Munich', 'Bavaria', 'DE'], ['Munich', 'Bavaria', 'Germany']],
  ['omits repeated names', ['Berlin', 'Berlin', 'DE'], ['Berlin', 'Germany']],
  ['omits unknown names', ['', '', 'FR'], ['France']],
  ['is empty when the location is unknown', ['', '', ''], []],
] as const)('visitorLocation %s', (_title, [city, subdivision1, country], names) => {
  expect(visitorLocation({ city, subdivision1, country })).toEqual(names)
})

it.each([
  ['a name', { name: 'spring-sale' }, 'spring-sale'],
  ['an unknown name', { name: '' }, 'Not set'],
  ['the names that are added up', { name: '', is_other: true as const }, 'Other'],
])('breakdownName shows %s', (_title, row, shown) => {
  expect(breakdownName('utm_campaign', row)).toBe(shown)
})
