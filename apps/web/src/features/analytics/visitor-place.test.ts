import { expect, it } from 'vitest'
import { placeOfVisitor } from './visitor-place.ts'

it.each([
  ['says where somebody was, the nearest first', ['Munich', 'Bavaria', 'DE'], ['Munich', 'Bavaria', 'Germany']],
  ['says a name once', ['Berlin', 'Berlin', 'DE'], ['Berlin', 'Germany']],
  ['says what is known', ['', '', 'FR'], ['France']],
  ['says nothing where nothing is known', ['', '', ''], []],
] as const)('%s', (_title, [city, subdivision1, country], names) => {
  expect(placeOfVisitor({ city, subdivision1, country })).toEqual(names)
})
