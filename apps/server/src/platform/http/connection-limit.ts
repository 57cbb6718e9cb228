import type { BlockList } from 'node:net'
import { isInBlockList, parseAddress, toAddressGroup } from './client-address.ts'

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
