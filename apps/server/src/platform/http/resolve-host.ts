import dns from 'node:dns'
import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

interface HostLookupOptions {
  /** Name servers. By default, the name servers of the system. */
  servers?: readonly string[]
}

/** A server that does not answer is queried twice. Both queries end within 4.5 seconds. */
const queryTimeoutMs = 1_500
const tries = 2
/** How long to wait for IPv6 addresses when the IPv4 addresses are known (RFC 8305, 3). */
const ipv6DelayMs = 50
/** Error codes of a host that does not exist. */
const missingCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * Creates a lookup for connections to hosts that others choose. It does not use `dns.lookup`, which occupies one of the
 * four threads in Node's thread pool until the name server answers or the system gives up. Four silent name servers
 * would then block the reading of files and the resolving of all other names. Only names that the system alone knows
 * are resolved with `dns.lookup`: names in the hosts file and names without a dot.
 */
export function createHostLookup({ servers }: HostLookupOptions = {}): LookupFunction {
  const resolver = new dns.promises.Resolver({ timeout: queryTimeoutMs, tries })
  if (servers !== undefined) resolver.setServers(servers)
  const ownNames = readNamesOfSystem()

  async function resolve(name: string, family: number): Promise<dns.LookupAddress[]> {
    const [ipv4, ipv6] = [
      family === 6 ? [] : toAddresses(resolver.resolve4(name), 4),
      family === 4 ? [] : toAddresses(resolver.resolve6(name), 6),
    ]
    const first = await ipv4
    const second = await (Array.isArray(first) && first.length > 0 ? Promise.race([ipv6, wait(ipv6DelayMs, [])]) : ipv6)
    const addresses = [first, second].flatMap((found) => (Array.isArray(found) ? found : []))
    if (addresses.length > 0) return addresses
    throw [first, second].find((found) => !Array.isArray(found)) ?? createNotFoundError(name)
  }

  return function lookupHost(hostname, options, callback) {
    const name = hostname.replace(/\.$/, '').toLowerCase()
    if (!name.includes('.') || ownNames.has(name)) return dns.lookup(hostname, options, callback)
    const family = options.family === 4 || options.family === 'IPv4' ? 4 : options.family === 6 || options.family === 'IPv6' ? 6 : 0
    resolve(name, family).then(
      (addresses) => {
        if (options.all) callback(null, addresses)
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

  function toAddresses(found: Promise<string[]>, family: 4 | 6): Promise<dns.LookupAddress[] | Error> {
    return found.then(
      (addresses) => addresses.map((address) => ({ address, family })),
      (error: NodeJS.ErrnoException) => (missingCodes.includes(error.code ?? '') ? [] : error),
    )
  }
}

function createNotFoundError(name: string): Error {
  return Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
}

function readNamesOfSystem(): Set<string> {
  const hostsFile = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts'
  try {
    const lines = readFileSync(hostsFile, 'utf8').split('\n')
    return new Set(lines.flatMap((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/).slice(1)))
  } catch {
    return new Set()
  }
}
