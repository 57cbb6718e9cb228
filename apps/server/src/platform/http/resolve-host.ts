import { type LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

export interface HostResolution {
  /** For each of two attempts. */
  timeoutMs: number
  /** Addresses of DNS servers; those of the system by default. */
  servers?: readonly string[]
}

/**
 * Creates the function by which a connection finds the addresses of a host. It asks DNS servers directly: `dns.lookup`
 * blocks a thread of libuv until the server answers, and four hosts whose servers are silent would stop every file
 * access of the process. A name without a dot, such as `localhost`, is no public host, so the system resolves it.
 */
export function createHostLookup({ timeoutMs, servers }: HostResolution): LookupFunction {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)

  return (host, options, callback) => {
    if (!host.includes('.')) return lookup(host, options, callback)
    resolveHost(resolver, host).then(
      (addresses) => {
        const [{ address, family }] = addresses
        return options.all === true ? callback(null, addresses) : callback(null, address, family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

const missingCodes = ['ENOTFOUND', 'ENODATA']

/** Rejects with `ENOTFOUND` only if the host has neither kind of address; without an answer it may have one. */
async function resolveHost(resolver: Resolver, host: string): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const [first, ...others] = [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)]
  if (first !== undefined) return [first, ...others]
  const errors = [ipv4, ipv6].flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : []))
  const unanswered = errors.find(({ code = '' }) => !missingCodes.includes(code))
  throw unanswered ?? Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' })
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}
