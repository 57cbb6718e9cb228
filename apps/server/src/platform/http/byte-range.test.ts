import { expect, it } from 'vitest'
import { parseByteRange } from './byte-range.ts'

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-9', undefined],
  ['bytes=-', undefined],
  [undefined, undefined],
])('parses %s of a file of 100 bytes', (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range)
})
