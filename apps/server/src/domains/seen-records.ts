import { isIP } from 'node:net'
import { ownershipLabel } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import { parseAddress } from '../platform/http/client-address.ts'
import type { DnsQueries } from '../platform/http/dns-queries.ts'

/** The records of a check. Those of a query that no name server answered are missing. */
export interface SeenRecords {
  texts?: string[]
  canonical_names?: string[]
  ipv4?: string[]
  ipv6?: string[]
  /** The addresses that lead to this instance, as the same check saw them. */
  own_addresses: string[]
}

/** The names and addresses of this instance, to which a domain has to lead. */
interface OwnHosts {
  names: string[]
  addresses: string[]
}

const loopbackAddresses = ['127.0.0.1', '::1']

/** The hosts of the public origin, that of LINKS_URL first. */
export function ownHostsOf({ public: origin, publicAliases }: Origins): OwnHosts {
  const hosts = [origin, ...(publicAliases?.hosts ?? []).map((host) => `http://${host}`)].map(hostOf)
  const names = [...new Set(hosts.filter((host) => isIP(host) === 0))]
  return { names, addresses: [...new Set(hosts.filter((host) => isIP(host) !== 0))] }
}

/** Whether a host is one of this instance, or of every machine itself. */
export function isOwnHost(host: string, origins: Origins): boolean {
  return isLoopback(host) || host === hostOf(origins.app) || ownHostsOf(origins).names.includes(host)
}

function hostOf(href: string): string {
  const host = new URL(href).hostname.replace(/^\[|\]$|\.$/g, '')
  return parseAddress(host) ?? host
}

function isLoopback(name: string): boolean {
  return /^(.+\.)?localhost$/.test(name)
}

export function ownershipName(host: string): string {
  return `${ownershipLabel}.${host}`
}

/** The text of the TXT record by which an organization proves that a host is its own. */
export function ownershipText(token: string): string {
  return `linkshelf-verification=${token}`
}

/** Queries all records of one check at once. */
export async function readRecords(dns: DnsQueries, host: string, origins: Origins): Promise<SeenRecords> {
  const [texts, canonicalNames, ipv4, ipv6, ownAddresses] = await Promise.all([
    dns.texts(ownershipName(host)),
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
  const { names, addresses } = ownHostsOf(origins)
  const found = names.map(async (name) => {
    if (isLoopback(name)) return loopbackAddresses
    return (await Promise.all([dns.ipv4Addresses(name), dns.ipv6Addresses(name)])).flatMap((some) => some ?? [])
  })
  return [...new Set([...addresses, ...(await Promise.all(found)).flat().map((address) => parseAddress(address) ?? address)])]
}

/** The most values of a kind that are stored of a check, and the longest of them. */
const storedValues = 10
const storedLength = 255

/** Cuts what a stranger's name servers may make long. */
export function toStoredRecords(seen: SeenRecords): SeenRecords {
  const cut = Object.entries(seen).map(([kind, values]: [string, string[]]) => [
    kind,
    values.slice(0, storedValues).map((value) => value.replaceAll('\0', '').toWellFormed().slice(0, storedLength)),
  ])
  return Object.fromEntries(cut) as SeenRecords
}
