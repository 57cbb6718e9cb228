import { expect, it } from 'vitest'
import { listLocationNames } from './visitor-table.tsx'

it.each([
  ['starts with the nearest name', ['Munich', 'Bavaria', 'DE'], ['Munich', 'Bavaria', 'Germany']],
  ['omits repeated names', ['Berlin', 'Berlin', 'DE'], ['Berlin', 'Germany']],
  ['omits unknown names', ['', '', 'FR'], ['France']],
  ['is empty when the location is unknown', ['', '', ''], []],
] as const)('listLocationNames %s', (_title, [city, subdivision1, country], names) => {
  expect(listLocationNames({ city, subdivision1, country })).toEqual(names)
})
