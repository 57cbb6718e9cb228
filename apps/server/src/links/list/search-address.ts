// Parses a search for a link's short URL or for its beginning, and finds the matching links.
import { type DomainId, decodeShortPath, type LinkId, parseHost } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { findDomainIdOrReleased } from '../../domains/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { escapeLike, type Tx } from '../../platform/postgres/postgres.ts'

export interface SearchedAddress {
  /** Null stands for the instance's own domain. */
  domainId: DomainId | null
  /** In lower case. Empty if the search is only a host. */
  slugStart: string
}

/** Matches a host and a path, after a scheme that can be missing or reduced to `//`. */
const address = /^(?:https?:\/\/|\/\/)?([^/?#\s@:]+)(?::\d+)?(?:\/([^?#\s]*))?(?:[?#]\S*)?$/i

/**
 * Returns the address that a search begins with. Undefined if the search does not begin with a host of the instance or
 * of the organization's domains. Hosts of released domains are recognized too.
 */
export async function findSearchedAddress(
  tx: Tx,
  { origins }: OriginDeps,
  ctx: ProjectContext,
  search: string,
): Promise<SearchedAddress | undefined> {
  const [, typed = '', path = ''] = address.exec(search.trim()) ?? []
  const slugStart = (decodeShortPath(path) ?? path).toLowerCase().replace(/\/$/, '')
  const instanceHosts = [new URL(origins.public).hostname, ...(origins.publicAliases?.hosts ?? [])]
  if (instanceHosts.includes(typed.toLowerCase())) return { domainId: null, slugStart }
  const parsed = parseHost(typed)
  if (parsed.problem !== undefined) return undefined
  const domainId = await findDomainIdOrReleased(tx, ctx, parsed.host)
  return domainId && { domainId, slugStart }
}

/** Maximum number of links that a search for an address on an own domain lists. */
export const foundByAddressMax = 1_000

/** Returns the ids of links whose address begins with this slug. Addresses of aliases are compared too. */
export async function findLinksByAddress(tx: Tx, { project }: ProjectContext, { domainId, slugStart }: SearchedAddress): Promise<LinkId[]> {
  const { rows } = await sql<{ ids: LinkId[] }>`
    select find_links_by_address(${project.id}, ${domainId}, ${slugStart}, ${`${escapeLike(slugStart)}%`}, ${foundByAddressMax}) as ids`.execute(
    tx,
  )
  return rows[0]?.ids ?? []
}
