import { expect, it } from 'vitest'
import { visitorLocation } from './breakdown-names.ts'

it.each([
  ['has the nearest name first', ['Munich', 'Bavaria', 'DE'], ['Munich', 'Bavaria', 'Germany']],
  ['has a repeated name once', ['Berlin', 'Berlin', 'DE'], ['Berlin', 'Germany']],
  ['has only known names', ['', '', 'FR'], ['France']],
  ['is empty when nothing is known', ['', '', ''], []],
] as const)('visitorLocation %s', (_title, [city, subdivision1, country], names) => {
  expect(visitorLocation({ city, subdivision1, country })).toEqual(names)
})
