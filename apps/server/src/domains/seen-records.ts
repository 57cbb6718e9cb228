import { isIP } from 'node:net'
import { ownershipLabel } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import { parseAddress } from '../platform/http/client-address.ts'
import type { DnsQueries } from '../platform/http/dns-queries.ts'

/** Records that a check saw. If no name server answered a query, its field is missing. */
export interface SeenRecords {
  texts?: string[]
  canonical_names?: string[]
  ipv4?: string[]
  ipv6?: string[]
  /** Addresses of this instance, as the same check saw them. */
  own_addresses: string[]
}

/** Names and addresses of this instance. The DNS records of a domain must lead to one of them. */
interface OwnHosts {
  names: string[]
  addresses: string[]
}

const loopbackAddresses = ['127.0.0.1', '::1']

/** Returns the host names and IP addresses of the public origin and its aliases. The host of LINKS_URL comes first. */
export function getOwnHosts({ public: origin, publicAliases }: Origins): OwnHosts {
  const hosts = [origin, ...(publicAliases?.hosts ?? []).map((host) => `http://${host}`)].map(toHostName)
  const names = [...new Set(hosts.filter((host) => isIP(host) === 0))]
  return { names, addresses: [...new Set(hosts.filter((host) => isIP(host) !== 0))] }
}

/** True for hosts of this instance and for `localhost` names. */
export function isOwnHost(host: string, origins: Origins): boolean {
  return isLoopback(host) || host === toHostName(origins.app) || getOwnHosts(origins).names.includes(host)
}

function toHostName(href: string): string {
  const host = new URL(href).hostname.replace(/^\[|\]$|\.$/g, '')
  return parseAddress(host) ?? host
}

function isLoopback(name: string): boolean {
  return /^(.+\.)?localhost$/.test(name)
}

export function formatOwnershipName(host: string): string {
  return `${ownershipLabel}.${host}`
}

/** Returns the text of the TXT record by which an organization proves that it owns a host. */
export function formatOwnershipText(token: string): string {
  return `linkshelf-verification=${token}`
}

/** Returns the records that a domain check needs. The DNS queries run in parallel. */
export async function readRecords(dns: DnsQueries, host: string, origins: Origins): Promise<SeenRecords> {
  const [texts, canonicalNames, ipv4, ipv6, ownAddresses] = await Promise.all([
    dns.texts(formatOwnershipName(host)),
    dns.canonicalNames(host),
    dns.ipv4Addresses(host),
    dns.ipv6Addresses(host),
    readOwnAddresses(dns, origins),
  ])
  return {
    ...(texts && { texts }),
    ...(canonicalNames && { canonical_names: canonicalNames }),
    ...(ipv4 && { ipv4 }),
    ...(ipv6 && { ipv6: ipv6.map((address) => parseAddress(address) ?? address) }),
    own_addresses: ownAddresses,
  }
}

async function readOwnAddresses(dns: DnsQueries, origins: Origins): Promise<string[]> {
  const { names, addresses } = getOwnHosts(origins)
  const found = names.map(async (name) => {
    if (isLoopback(name)) return loopbackAddresses
    return (await Promise.all([dns.ipv4Addresses(name), dns.ipv6Addresses(name)])).flatMap((some) => some ?? [])
  })
  return [...new Set([...addresses, ...(await Promise.all(found)).flat().map((address) => parseAddress(address) ?? address)])]
}

/** Limits of the records that a check stores: the number of values of each kind, and the length of a value. */
const storedValues = 10
const storedLength = 255

/** Shortens the records, because a stranger's name servers can return very long values. */
export function toStoredRecords(seen: SeenRecords): SeenRecords {
  const cut = Object.entries(seen).map(([kind, values]: [string, string[]]) => [
    kind,
    values.slice(0, storedValues).map((value) => value.replaceAll('\0', '').toWellFormed().slice(0, storedLength)),
  ])
  return Object.fromEntries(cut) as SeenRecords
}
