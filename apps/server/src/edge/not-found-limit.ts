import { hash, randomBytes } from 'node:crypto'
import { toAddressGroup } from '../platform/http/client-address.ts'

export interface NotFoundLimit {
  /** Whether this address has requested too many slugs without a link. Further such requests get 429 instead of 404. */
  isOver(address: string): boolean
  /** Whether the address has exceeded ten times the limit of `isOver`. No more slugs are loaded for such an address. */
  isFlood(address: string): boolean
  count(address: string): void
}

const windowMs = 60_000
const floodFactor = 10
const rows = 4
const columns = 65_536

/**
 * Slows down the guessing of slugs. Counts requests per IPv4 address and per IPv6 /64, one minute at a time.
 *
 * The counts are a count-min sketch of one megabyte, regardless of how many addresses are counted. So a flood from many
 * addresses neither resets nor evicts the count of another address. A count is never too low. It is too high only if
 * other addresses share all four of its cells, which a random key makes unpredictable: in a test with 60,000 other
 * addresses this never happens.
 */
export function createNotFoundLimit(perMinute: number): NotFoundLimit {
  const key = randomBytes(16).toString('hex')
  const counts = new Uint32Array(rows * columns)
  let endsAt = performance.now() + windowMs

  function computeCells(address: string): number[] {
    const digest = hash('sha1', key + toAddressGroup(address), 'buffer')
    return Array.from({ length: rows }, (_, row) => row * columns + digest.readUInt16LE(2 * row))
  }

  function readCount(cells: readonly number[]): number {
    const now = performance.now()
    if (now > endsAt) {
      counts.fill(0)
      endsAt = now + windowMs
    }
    return Math.min(...cells.map((cell) => counts[cell] ?? 0))
  }

  return {
    isOver: (address) => readCount(computeCells(address)) >= perMinute,
    isFlood: (address) => readCount(computeCells(address)) >= perMinute * floodFactor,
    count(address) {
      const cells = computeCells(address)
      const next = readCount(cells) + 1
      for (const cell of cells) counts[cell] = Math.max(counts[cell] ?? 0, next)
    },
  }
}
