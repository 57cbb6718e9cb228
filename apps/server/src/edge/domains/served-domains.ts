// The hosts under which visitors reach this edge, and the organization whose links each of them has.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { ServedDomainRow } from '../../domains/visitors.ts'
import { copyString } from '../../platform/copy-string.ts'

/** An own domain of an organization. */
export interface ServedDomain extends Readonly<ServedDomainRow> {
  readonly kind: 'domain'
  /** The start of the keys of its addresses: `//<domain id>/`. */
  readonly addressPrefix: string
}

/** `own`: the instance's own domain. `unknown`: no links are served there. */
export type ServedHost = { readonly kind: 'own' } | ServedDomain | { readonly kind: 'unknown' }

const OWN: ServedHost = { kind: 'own' }
const UNKNOWN: ServedHost = { kind: 'unknown' }

export interface ServedDomains {
  /**
   * The domain that a Host header names; the instance's own for a request without one, for an IP address and for names
   * of this machine. Any other host is unknown, also while no domain was loaded yet. Results are shared objects, so
   * that a visit allocates none.
   */
  find(hostHeader: string | undefined): ServedHost
  /** Whether the host, in lower case and as A-labels, has a domain or is a configured name of this instance. */
  has(host: string): boolean
  /** Whether the domains were loaded, from the database or from disk. */
  isLoaded(): boolean
  /** Each of these hosts has the domain of that host from now on, or else none. */
  update(changedHosts: readonly string[], domains: readonly ServedDomainRow[]): void
  replaceAll(domains: readonly ServedDomainRow[]): void
  /** The domains, in no order. */
  list(): ServedDomain[]
  /** Differs after each change. */
  revision(): number
  count(): number
}

export interface OwnNames {
  publicOrigin: string
  /** Further names of the public origin. */
  publicHosts: readonly string[]
  /** Its host serves no links, whichever organization claims it; undefined where it is not known. */
  appOrigin?: string | undefined
}

export function createServedDomains(ownNames: OwnNames): ServedDomains {
  const configured = findConfiguredHosts(ownNames)
  /** A domain never takes the place of a configured host, also if it was verified before the host was configured. */
  let hosts = new Map(configured)
  let revision = 0
  let isLoaded = false

  /** Returns the same object as before for an unchanged domain. */
  function toServedDomain(row: ServedDomainRow): ServedDomain {
    const before = hosts.get(row.host)
    if (before?.kind === 'domain' && isSameDomain(before, row)) return before
    // V8 keeps a joined text as references to its parts; a copy is faster to read.
    return { kind: 'domain', ...row, addressPrefix: copyString(`//${row.domainId}/`) }
  }

  function findNormalized(host: string): ServedHost {
    return hosts.get(host) ?? (isOwnAddress(host) ? OWN : UNKNOWN)
  }

  return {
    find(hostHeader) {
      if (hostHeader === undefined || hostHeader === '') return OWN
      return hosts.get(hostHeader) ?? findNormalized(normalizeHost(hostHeader))
    },
    has: (host) => hosts.has(host) && !host.includes(':'),
    isLoaded: () => isLoaded,
    update(changedHosts, domains) {
      const found = new Map(domains.map((domain) => [domain.host, toServedDomain(domain)]))
      for (const host of changedHosts) {
        const served = configured.get(host) ?? found.get(host)
        if (served === hosts.get(host)) continue
        revision += 1
        if (served === undefined) hosts.delete(host)
        else hosts.set(host, served)
      }
    },
    replaceAll(domains) {
      isLoaded = true
      const before = hosts
      hosts = new Map<string, ServedHost>([...domains.map((domain) => [domain.host, toServedDomain(domain)] as const), ...configured])
      if (hosts.size !== before.size || [...hosts].some(([host, served]) => before.get(host) !== served)) revision += 1
    },
    list: () => [...hosts.values()].flatMap((served) => (served.kind === 'domain' ? [served] : [])),
    revision: () => revision,
    count: () => hosts.size - configured.size,
  }
}

function isSameDomain(one: ServedDomainRow, other: ServedDomainRow): boolean {
  return one.domainId === other.domainId && one.settings.revision === other.settings.revision
}

function findConfiguredHosts({ publicOrigin, publicHosts, appOrigin }: OwnNames): ReadonlyMap<string, ServedHost> {
  const origin = new URL(publicOrigin)
  const names = [origin.hostname, ...publicHosts.map((host) => new URL(`http://${host}`).hostname)].map(normalizeHost)
  const own = [...names, origin.host].map((host): [string, ServedHost] => [host, OWN]) // with its port too, as browsers send it
  const app = appOrigin === undefined ? '' : normalizeHost(new URL(appOrigin).hostname)
  return new Map<string, ServedHost>(app === '' || isOwnAddress(app) ? own : [[app, UNKNOWN], ...own])
}

/**
 * Returns the host of a Host header in lower case and as A-labels, without port and without a dot at its end. Headers
 * are read as Latin-1, and a client that sends letters outside of ASCII sends UTF-8. Returns an empty text for a host
 * that has no A-labels.
 */
function normalizeHost(header: string): string {
  const name = header.replace(/:\d*$/, '')
  const host = /^[!-~]*$/.test(name) ? name.toLowerCase() : domainToASCII(Buffer.from(name, 'latin1').toString())
  return host.endsWith('.') ? host.slice(0, -1) : host
}

/**
 * Whether the host is an IP address, a name of this machine, or a single label, as in a network of containers: no
 * domain of an organization is one of them.
 */
function isOwnAddress(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^(.+\.)?localhost$|^[a-z0-9_-]{1,63}$/.test(host)
}
