import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { StartError } from '../process/start-error.ts'

/**
 * Creates the list of proxies whose X-Forwarded-For is trusted, from addresses and CIDR ranges. Throws a StartError if
 * an entry is neither.
 */
export function createTrustedProxyList(entries: readonly string[]): BlockList {
  const wrong = entries.find((entry) => !isAddressRange(entry))
  if (wrong !== undefined) throw new StartError(`"${wrong}" in TRUSTED_PROXIES is neither an address nor a range of addresses.`)
  return toBlockList(entries)
}

/**
 * Returns the address of the client behind trusted proxies. X-Forwarded-For is read from its end, as long as the hop
 * that added an entry is a trusted proxy. Entries that the client wrote are further left and are never read. Returns
 * 0.0.0.0 if the socket is already closed.
 */
export function findClientAddress(remoteAddress: string | undefined, xForwardedFor: string | undefined, trustedProxies: BlockList): string {
  const hops = (xForwardedFor ?? '').split(',').map(parseHop)
  let address = parseHop(remoteAddress ?? '') ?? '0.0.0.0'
  while (isInBlockList(address, trustedProxies)) {
    const before = hops.pop()
    if (before === undefined) return address
    address = before
  }
  return address
}

/** Returns the address without port and brackets. Undefined if the rest is not an address. */
function parseHop(text: string): string | undefined {
  const trimmed = text.trim()
  return parseAddress(/^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1'))
}

/**
 * Returns the address in its shortest form, without zone. An IPv4 address inside IPv6 (`::ffff:203.0.113.5`) becomes
 * IPv4. Undefined if the text is not an address.
 */
export function parseAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  const withoutZone = text.replace(/%.*$/s, '')
  // `isIP` is the stricter check: ipaddr.js also accepts `0x7f.1`.
  return isIP(withoutZone) !== 0 && ipaddr.isValid(withoutZone) ? ipaddr.process(withoutZone).toString() : undefined
}

/**
 * Returns the group of addresses that one internet subscriber has: an IPv4 address alone, or an IPv6 network by its
 * first 64 bits. Text that is not an address is returned unchanged.
 */
export function toAddressGroup(text: string): string {
  if (isIPv4(text)) return text
  const address = parseAddress(text) ?? text
  if (isIP(address) !== 6) return address
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}

/** Returns whether the entry is an address, or a range such as 10.0.0.0/8. */
export function isAddressRange(entry: string): boolean {
  return parseAddressRange(entry) !== undefined
}

/**
 * Returns a list of these addresses and ranges. Throws a RangeError that names the first entry that is neither an
 * address nor a range.
 */
export function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const range = parseAddressRange(entry)
    if (range === undefined) throw new RangeError(`"${entry}" is neither an address nor a range of addresses`)
    list.addSubnet(range.address, range.prefix, toAddressFamily(range.address))
  }
  return list
}

export function isInBlockList(address: string, list: BlockList): boolean {
  return list.check(address, toAddressFamily(address))
}

function toAddressFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

function parseAddressRange(entry: string): { address: string; prefix: number } | undefined {
  const [address = '', bits] = entry.split('/')
  if (isIP(address) === 0 || address.includes('%')) return undefined
  const width = isIPv4(address) ? 32 : 128
  if (bits === undefined) return { address, prefix: width }
  return /^\d{1,3}$/.test(bits) && Number(bits) <= width ? { address, prefix: Number(bits) } : undefined
}
