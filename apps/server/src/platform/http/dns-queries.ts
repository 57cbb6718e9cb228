import dns from 'node:dns'

/**
 * Each function returns the records of a name. The list is empty if the name has no records. Undefined if no name
 * server answered, because it is then unknown whether there are records.
 */
export interface DnsQueries {
  texts(name: string): Promise<string[] | undefined>
  canonicalNames(name: string): Promise<string[] | undefined>
  ipv4Addresses(name: string): Promise<string[] | undefined>
  ipv6Addresses(name: string): Promise<string[] | undefined>
}

interface DnsQueryOptions {
  /** Name servers as `address` or `address:port`. By default, the name servers of the system. */
  servers?: readonly string[]
  /** While it returns true, nothing is queried, and the result is undefined. */
  isPaused?: () => Promise<boolean>
}

/** A server that does not answer is queried twice. Both queries end within 9 seconds. */
const queryTimeoutMs = 3_000
const tries = 2
/** Error codes of a name or record that does not exist. */
const missingCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * Creates functions that query the DNS records of owners' domains. The resolver caches nothing, and uses no thread of
 * Node's thread pool.
 */
export function createDnsQueries({ servers = [], isPaused = async () => false }: DnsQueryOptions = {}): DnsQueries {
  const resolver = new dns.promises.Resolver({ timeout: queryTimeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  const query = async (resolve: () => Promise<string[]>) => ((await isPaused()) ? undefined : toAnswer(resolve()))
  return {
    texts: (name) => query(() => resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join('')))),
    canonicalNames: (name) => query(() => resolver.resolveCname(name).then((names) => names.map((found) => found.toLowerCase()))),
    ipv4Addresses: (name) => query(() => resolver.resolve4(name)),
    ipv6Addresses: (name) => query(() => resolver.resolve6(name)),
  }
}

function toAnswer(records: Promise<string[]>): Promise<string[] | undefined> {
  return records.catch((error: NodeJS.ErrnoException) => (missingCodes.includes(error.code ?? '') ? [] : undefined))
}
