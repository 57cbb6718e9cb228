import { expect, it } from 'vitest'
import { formatBytes } from './data-queries.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_234_567, '1.2 MB'],
  [20_000_000_000, '20 GB'],
  [3_000_000_000_000, '3,000 GB'],
])('shows %d as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
