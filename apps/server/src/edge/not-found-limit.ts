import { isIPv4 } from 'node:net'
import { addressGroup } from '../platform/http/ip-address.ts'

export interface NotFoundLimit {
  /** Whether this address's network requested too many slugs without a link: further ones get 429 instead of 404. */
  isOver(address: string): boolean
  /** Whether it requested ten times as many: no further slug is loaded for it. */
  isFlood(address: string): boolean
  count(address: string): void
}

const windowMs = 60_000
const networksMax = 50_000
const floodFactor = 10

/** Slows down guessing of slugs. A network is an IPv4 /24 or an IPv6 /64. */
export function createNotFoundLimit(perMinute: number): NotFoundLimit {
  let counts = new Map<string, number>()
  let endsAt = performance.now() + windowMs

  function currentCounts(): Map<string, number> {
    const now = performance.now()
    if (now > endsAt || counts.size >= networksMax) {
      counts = new Map()
      endsAt = now + windowMs
    }
    return counts
  }

  const countOf = (address: string) => currentCounts().get(networkOf(address)) ?? 0

  return {
    isOver: (address) => countOf(address) >= perMinute,
    isFlood: (address) => countOf(address) >= perMinute * floodFactor,
    count(address) {
      const network = networkOf(address)
      currentCounts().set(network, (currentCounts().get(network) ?? 0) + 1)
    },
  }
}

function networkOf(address: string): string {
  return isIPv4(address) ? address.slice(0, address.lastIndexOf('.')) : addressGroup(address)
}
