// Decides where an import puts the links of each domain that the file names.
import { type DomainId, findAffiliateTool, isShortUrl, type LinkImportDomain, parseHost } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { selectLinkDomains } from '../../domains/index.ts'
import type { Origins } from '../../platform/deps.ts'
import { createOriginMatcher } from '../../platform/http/origin-names.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { ParsedRow } from './parse-link-row.ts'

/**
 * `used`: the links keep their address on this host, and `domainId` is null for the instance's own domain. `replaced`:
 * the host can't be an own domain, so its links get the project's primary domain. `unverified`: an owner can make the
 * host usable.
 */
export type HostPlace = { status: 'used'; domainId: DomainId | null } | { status: 'replaced' } | { status: 'unverified'; reason: string }

/**
 * Returns where an import puts the links of each of these hosts. Archived domains get no new links, not even from a
 * file.
 */
export async function selectHostPlaces(
  tx: Tx,
  ctx: ProjectContext,
  { public: origin, publicAliases }: Origins,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, HostPlace>> {
  const isPublic = createOriginMatcher({ origin, ...(publicAliases ?? { hosts: [], ports: [] }) })
  const { protocol } = new URL(origin)
  const domains = await selectLinkDomains(tx, ctx, [...new Set(hosts.map(removePort))])
  const findPlace = (host: string): HostPlace => {
    const name = removePort(host)
    const domain = domains.get(name)
    if (isPublic(`${protocol}//${host}/`)) return { status: 'used', domainId: null }
    if (domain?.isArchived) return createUnverified(`${name} is archived. Unarchive it`)
    if (domain?.isServing) return { status: 'used', domainId: domain.id }
    if (domain !== undefined) return createUnverified(`${name} is not verified yet. Set its DNS records`)
    if (parseHost(name).problem !== undefined || isServiceForEveryone(name)) return { status: 'replaced' }
    return createUnverified(`${name} is not a domain of your organization. Add it`)
  }
  return new Map([...new Set(hosts)].map((host) => [host, findPlace(host)]))
}

function createUnverified(start: string): HostPlace {
  return { status: 'unverified', reason: `${start} under Settings → Domains, then import the file again` }
}

function isServiceForEveryone(host: string): boolean {
  const url = `https://${host}/x`
  return isShortUrl(url) || findAffiliateTool(url) !== undefined
}

function removePort(host: string): string {
  return host.replace(/:\d+$/, '')
}

/** Maximum number of domains that an import lists. */
const listedMax = 100

/** Lists the domains that rows of a file name. The domains with the most rows come first. */
export function toFileDomains(rows: readonly ParsedRow[], places: ReadonlyMap<string, HostPlace>): Omit<LinkImportDomain, 'moved'>[] {
  const counts = new Map<string, number>()
  for (const { host } of rows) if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts]
    .toSorted(([one, many], [other, others]) => others - many || one.localeCompare(other))
    .slice(0, listedMax)
    .map(([host, count]) => ({ host, rows: count, status: places.get(host)?.status ?? 'unverified' }))
}
