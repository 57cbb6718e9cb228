import { hash, randomBytes } from 'node:crypto'
import type { BlockList } from 'node:net'
import { addressGroup, isInBlockList, parseAddress } from '../platform/http/client-address.ts'

export interface ConnectionLimit {
  /** Counts the connection until it closes; false when its address has as many as it may. */
  admit(connection: Connection): boolean
  /** Connections that were not admitted, since the start. */
  rejectedCount(): number
}

/** A socket. */
interface Connection {
  readonly remoteAddress?: string | undefined
  once(event: 'close', listener: () => void): unknown
}

interface ConnectionLimitOptions {
  perAddress: number
  /** Have no limit: they connect for many visitors. Undefined when no proxy is trusted. */
  trustedProxies: BlockList | undefined
}

/**
 * Limits the connections of one IPv4 address, or one IPv6 /64, so that it can't use up those of everyone. The table is
 * as large as the number of open connections, so it evicts nothing.
 */
export function createConnectionLimit({ perAddress, trustedProxies }: ConnectionLimitOptions): ConnectionLimit {
  const openByAddress = new Map<string, number>()
  let rejected = 0

  function isTrusted(remoteAddress: string): boolean {
    const address = parseAddress(remoteAddress)
    return address !== undefined && trustedProxies !== undefined && isInBlockList(address, trustedProxies)
  }

  function release(group: string): void {
    const open = openByAddress.get(group) ?? 0
    if (open > 1) openByAddress.set(group, open - 1)
    else openByAddress.delete(group)
  }

  return {
    admit(connection) {
      const { remoteAddress = '' } = connection
      if (isTrusted(remoteAddress)) return true
      const group = addressGroup(remoteAddress)
      const open = openByAddress.get(group) ?? 0
      if (open >= perAddress) {
        rejected += 1
        return false
      }
      openByAddress.set(group, open + 1)
      connection.once('close', () => release(group))
      return true
    },
    rejectedCount: () => rejected,
  }
}

export interface NotFoundLimit {
  /** Whether this address requested too many slugs without a link: further ones get 429 instead of 404. */
  isOver(address: string): boolean
  /** Whether it requested ten times as many: no further slug is loaded for it. */
  isFlood(address: string): boolean
  count(address: string): void
}

const windowMs = 60_000
const floodFactor = 10
const rows = 4
const columns = 65_536

/**
 * Slows down guessing of slugs. Counts each IPv4 address and each IPv6 /64, for a minute at a time.
 *
 * The counts are a count-min sketch: one megabyte, however many addresses are counted, so a flood from many of them
 * neither resets nor evicts the count of another. No count is too low. One is too high by what shares all four of its
 * cells, which a random key makes unpredictable: a test counts 60,000 other addresses without one such miss.
 */
export function createNotFoundLimit(perMinute: number): NotFoundLimit {
  const key = randomBytes(16).toString('hex')
  const counts = new Uint32Array(rows * columns)
  let endsAt = performance.now() + windowMs

  function cellsOf(address: string): number[] {
    const digest = hash('sha1', key + addressGroup(address), 'buffer')
    return Array.from({ length: rows }, (_, row) => row * columns + digest.readUInt16LE(2 * row))
  }

  function countIn(cells: readonly number[]): number {
    const now = performance.now()
    if (now > endsAt) {
      counts.fill(0)
      endsAt = now + windowMs
    }
    return Math.min(...cells.map((cell) => counts[cell] ?? 0))
  }

  return {
    isOver: (address) => countIn(cellsOf(address)) >= perMinute,
    isFlood: (address) => countIn(cellsOf(address)) >= perMinute * floodFactor,
    count(address) {
      const cells = cellsOf(address)
      const next = countIn(cells) + 1
      for (const cell of cells) counts[cell] = Math.max(counts[cell] ?? 0, next)
    },
  }
}
