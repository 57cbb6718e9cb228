import { isIPv4 } from 'node:net'
import { addressGroup } from '../platform/http/ip-address.ts'

export interface MissLimit {
  /** Whether this address's network has asked for too many links that don't exist, and has to wait. */
  isOver(address: string): boolean
  /** Whether it asked for so many that it is tried no further. */
  isFlood(address: string): boolean
  count(address: string): void
}

const windowMs = 60_000
const networksMax = 50_000
const floodFactor = 10

/** Slows down whoever tries addresses one after the other. A network is an IPv4 /24 or an IPv6 /64: neighbours count together. */
export function makeMissLimit(missesPerMinute: number): MissLimit {
  let misses = new Map<string, number>()
  let endsAt = performance.now() + windowMs

  function current(): Map<string, number> {
    const now = performance.now()
    if (now > endsAt || misses.size >= networksMax) {
      misses = new Map()
      endsAt = now + windowMs
    }
    return misses
  }

  const missesOf = (address: string) => current().get(networkOf(address)) ?? 0

  return {
    isOver: (address) => missesOf(address) >= missesPerMinute,
    isFlood: (address) => missesOf(address) >= missesPerMinute * floodFactor,
    count(address) {
      const network = networkOf(address)
      current().set(network, (current().get(network) ?? 0) + 1)
    },
  }
}

function networkOf(address: string): string {
  return isIPv4(address) ? address.slice(0, address.lastIndexOf('.')) : addressGroup(address)
}
