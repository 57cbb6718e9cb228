import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 kB'],
  [1_240, '1.2 kB'],
  [99_940, '99.9 kB'],
  [1_000_000, '1 MB'],
  [2_000_000_000, '2 GB'],
  [123_456_789_012, '123 GB'],
  [4e15, '4,000 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
