// The hosts that this edge answers, and the organization whose links each host serves.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { ServedDomainRow } from '../../domains/visitors.ts'
import { copyString } from '../../platform/copy-string.ts'

/** An organization's own domain. */
export interface ServedDomain extends Readonly<ServedDomainRow> {
  readonly kind: 'domain'
  /** The prefix of the domain's link addresses in the cache: `//<domain id>/`. */
  readonly addressPrefix: string
}

/** `own` is the instance's own domain. At an `unknown` host no links are served. */
export type ServedHost = { readonly kind: 'own' } | ServedDomain | { readonly kind: 'unknown' }

const OWN: ServedHost = { kind: 'own' }
const UNKNOWN: ServedHost = { kind: 'unknown' }

export interface ServedDomains {
  /**
   * Finds the domain that a Host header names. Returns the instance's own domain if there is no header, or if it names
   * an IP address or this machine. Any other host is unknown, even while no domains are loaded yet. The returned
   * objects are shared, so a visit allocates nothing.
   */
  find(hostHeader: string | undefined): ServedHost
  /**
   * Whether the host has a domain or is a configured name of this instance. The host must be in lower case, with
   * A-labels (`xn--…`) for other alphabets.
   */
  has(host: string): boolean
  /** Whether domains were loaded, from the database or from disk. */
  isLoaded(): boolean
  /**
   * Replaces the domains of these hosts. If `domains` has no domain for a changed host, the host is no longer served.
   */
  update(changedHosts: readonly string[], domains: readonly ServedDomainRow[]): void
  replaceAll(domains: readonly ServedDomainRow[]): void
  /** Returns the domains in any order. */
  list(): ServedDomain[]
  /** Changes whenever the domains change. */
  revision(): number
  count(): number
}

export interface ConfiguredNames {
  publicOrigin: string
  /** Other host names of the public origin. */
  publicHosts: readonly string[]
  /**
   * The host of this origin serves no links, even if an organization claims it as a domain. Undefined if the origin is
   * not known.
   */
  appOrigin?: string | undefined
}

export function createServedDomains(ownNames: ConfiguredNames): ServedDomains {
  const configured = findConfiguredHosts(ownNames)
  /**
   * The host names that the edge knows. A domain never replaces a configured host, even if the domain was verified
   * before the host was configured.
   */
  let hosts = new Map(configured)
  let revision = 0
  let isLoaded = false

  /** If the domain has not changed, returns the same object as before. */
  function toServedDomain(row: ServedDomainRow): ServedDomain {
    const before = hosts.get(row.host)
    if (before?.kind === 'domain' && isSameDomain(before, row)) return before
    // V8 stores a concatenated string as references to its parts. A copy is faster to read.
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

function findConfiguredHosts({ publicOrigin, publicHosts, appOrigin }: ConfiguredNames): ReadonlyMap<string, ServedHost> {
  const origin = new URL(publicOrigin)
  const names = [origin.hostname, ...publicHosts.map((host) => new URL(`http://${host}`).hostname)].map(normalizeHost)
  const own = [...names, origin.host].map((host): [string, ServedHost] => [host, OWN]) // also with its port, as browsers send it
  const app = appOrigin === undefined ? '' : normalizeHost(new URL(appOrigin).hostname)
  return new Map<string, ServedHost>(app === '' || isOwnAddress(app) ? own : [[app, UNKNOWN], ...own])
}

/**
 * Normalizes a Host header: lower case, A-labels, without port and without a final dot. Node reads headers as Latin-1,
 * but clients send letters outside ASCII as UTF-8. Returns an empty string if the host can't be converted to A-labels.
 */
function normalizeHost(header: string): string {
  const name = header.replace(/:\d*$/, '')
  const host = /^[!-~]*$/.test(name) ? name.toLowerCase() : domainToASCII(Buffer.from(name, 'latin1').toString())
  return host.endsWith('.') ? host.slice(0, -1) : host
}

/**
 * Returns whether the host is an IP address, a name of this machine, or a single label, as in a container network. No
 * organization can have such a domain.
 */
function isOwnAddress(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^(.+\.)?localhost$|^[a-z0-9_-]{1,63}$/.test(host)
}
