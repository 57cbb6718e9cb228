// A search that is the short URL of a link, or the beginning of one.
import { type DomainId, decodeShortPath, type LinkId, parseHost } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { findDomainIdOrReleased } from '../../domains/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { escapeLike, type Tx } from '../../platform/postgres/postgres.ts'

export interface SearchedAddress {
  /** Null for the instance's own. */
  domainId: DomainId | null
  /** In lower case; empty for the host alone. */
  slugStart: string
}

/** A scheme, which may be missing or not yet be typed to the end, a host, and a path. */
const address = /^(?:https?:\/\/|\/\/)?([^/?#\s@:]+)(?::\d+)?(?:\/([^?#\s]*))?(?:[?#]\S*)?$/i

/**
 * Undefined if the search does not begin with a host of the instance or of the organization's domains. Released domains
 * count too.
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

/** No search of an address on an own domain lists more. */
export const foundByAddressMax = 1_000

/** Returns the ids of links that have an address with this beginning, their aliases included. */
export async function findLinksByAddress(tx: Tx, { project }: ProjectContext, { domainId, slugStart }: SearchedAddress): Promise<LinkId[]> {
  const { rows } = await sql<{ ids: LinkId[] }>`
    select find_links_by_address(${project.id}, ${domainId}, ${slugStart}, ${`${escapeLike(slugStart)}%`}, ${foundByAddressMax}) as ids`.execute(
    tx,
  )
  return rows[0]?.ids ?? []
}
