import { BlockList, isIP, isIPv4 } from 'node:net'
import { StartError } from '../process/start-error.ts'

/** The proxies whose X-Forwarded-For is believed, from addresses and CIDR ranges. An entry that is neither stops the start. */
export function trustedProxyList(entries: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const entry of entries) {
    const range = rangeIn(entry)
    if (range === undefined) throw new StartError(`"${entry}" in TRUSTED_PROXIES is neither an address nor a range of addresses.`)
    trusted.addSubnet(range.address, range.prefix, range.family)
  }
  return trusted
}

/** Whether it is an address, or a range such as 10.0.0.0/8. */
export function isAddressRange(entry: string): boolean {
  return rangeIn(entry) !== undefined
}

function rangeIn(entry: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', bits] = entry.split('/')
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  const width = family === 'ipv4' ? 32 : 128
  const prefix = bits === undefined ? width : Number(bits)
  const isRange = isIP(address) !== 0 && Number.isInteger(prefix) && prefix >= 0 && prefix <= width
  return isRange ? { address, prefix, family } : undefined
}

/**
 * Who is really asking. X-Forwarded-For is read from its end, for as long as the hop that added an entry is a trusted proxy; what a
 * visitor wrote into it stands further left and is never reached.
 */
export function clientAddress(remoteAddress: string | undefined, xForwardedFor: string | undefined, trustedProxies: BlockList): string {
  const hops = (xForwardedFor ?? '').split(',').map(plainAddress)
  let address = plainAddress(remoteAddress ?? '') ?? '0.0.0.0'
  while (isTrusted(address, trustedProxies)) {
    const before = hops.pop()
    if (before === undefined) return address
    address = before
  }
  return address
}

/** What one subscriber holds: an IPv4 address alone, an IPv6 network by its first 64 bits. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  // The URL parser writes an IPv6 address in one canonical way; only `::` is left to fill.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [front, back] = [head, tail ?? ''].map((side) => (side === '' ? [] : side.split(':')))
  const missing = tail === undefined ? 0 : 8 - (front?.length ?? 0) - (back?.length ?? 0)
  const groups = [...(front ?? []), ...Array<string>(missing).fill('0'), ...(back ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  return trustedProxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Without port, brackets, zone and the IPv6 coat of an IPv4 address; undefined when no address is left. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? undefined : address
}
