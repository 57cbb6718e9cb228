import type { BlockList } from 'node:net'
import { isInBlockList, parseAddress, toAddressGroup } from './client-address.ts'

export interface ConnectionLimit {
  /**
   * Counts the connection until it closes. Returns false if its address already has the maximum number of connections.
   */
  admit(connection: Connection): boolean
  /** How many connections were not admitted since the start. */
  rejectedCount(): number
}

interface Connection {
  readonly remoteAddress?: string | undefined
  once(event: 'close', listener: () => void): unknown
}

interface ConnectionLimitOptions {
  perAddress: number
  /** Trusted proxies have no limit, because they connect for many visitors. Undefined if no proxy is trusted. */
  trustedProxies: BlockList | undefined
}

/**
 * Limits the connections of one IPv4 address or one IPv6 /64, so that one client can't use up all connections. The
 * table has no more entries than there are open connections, so no entry is evicted.
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
      const group = toAddressGroup(remoteAddress)
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
