import type { BlockList } from 'node:net'
import { StartError } from '../process/start-error.ts'
import { isAddressRange, isInBlockList, parseAddress, toBlockList } from './ip-address.ts'

/**
 * The proxies whose X-Forwarded-For counts, from addresses and CIDR ranges. Throws a StartError at an
 * entry that is neither.
 */
export function trustedProxyList(entries: readonly string[]): BlockList {
  const wrong = entries.find((entry) => !isAddressRange(entry))
  if (wrong !== undefined) throw new StartError(`"${wrong}" in TRUSTED_PROXIES is neither an address nor a range of addresses.`)
  return toBlockList(entries)
}

/**
 * The address of the client behind trusted proxies. X-Forwarded-For is read from its end, for as long as the hop that
 * added an entry is a trusted proxy; what a client wrote into it is further left and is never read. Returns 0.0.0.0 for
 * a socket that is already closed.
 */
export function clientAddress(remoteAddress: string | undefined, xForwardedFor: string | undefined, trustedProxies: BlockList): string {
  const hops = (xForwardedFor ?? '').split(',').map(addressOfHop)
  let address = addressOfHop(remoteAddress ?? '') ?? '0.0.0.0'
  while (isInBlockList(address, trustedProxies)) {
    const before = hops.pop()
    if (before === undefined) return address
    address = before
  }
  return address
}

/** Returns the address without port and brackets; undefined when no address is left. */
function addressOfHop(text: string): string | undefined {
  const trimmed = text.trim()
  return parseAddress(/^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1'))
}
