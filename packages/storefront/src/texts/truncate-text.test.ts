import { expect, it } from 'vitest'
import { truncateText } from './truncate-text.ts'

it.each([
  ['lamp', 4, 'lamp'],
  ['lamps', 4, 'lamp'],
  ['hi 👩‍🍳', 7, 'hi '],
  ['hi 👩‍🍳!', 8, 'hi 👩‍🍳'],
  ['cafe\u0301', 4, 'caf'],
  ['', 4, ''],
])('truncates %j to at most %i units: %j', (text, maxLength, start) => {
  expect(truncateText(text, maxLength)).toBe(start)
})
