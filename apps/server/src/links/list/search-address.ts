// A search that is the short URL of a link on an own domain, or the beginning of one.
import { type DomainId, decodeShortPath, type LinkId, parseHost } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { escapeLike, type Tx } from '../../platform/postgres/postgres.ts'

export interface SearchedAddress {
  domainId: DomainId
  /** In lower case; empty for the host alone. */
  slugStart: string
}

/** A scheme, which may be missing or not yet be typed to the end, a host, and a path. */
const address = /^(?:https?:\/\/|\/\/)?([^/?#\s@:]+)(?::\d+)?(?:\/([^?#\s]*))?(?:[?#]\S*)?$/i

/**
 * Undefined where the search does not begin with the host of a domain of the organization, in whichever state. Relies
 * on domains_organization_id_host_key.
 */
export async function findSearchedAddress(tx: Tx, { organization }: ProjectContext, search: string): Promise<SearchedAddress | undefined> {
  const [, typed = '', path = ''] = address.exec(search.trim()) ?? []
  const parsed = parseHost(typed)
  if (parsed.problem !== undefined) return undefined
  const domains = tx.selectFrom('domains').select('id').where('organization_id', '=', organization.id).where('host', '=', parsed.host)
  const row = await domains.executeTakeFirst()
  return row && { domainId: row.id, slugStart: (decodeShortPath(path) ?? path).toLowerCase().replace(/\/$/, '') }
}

/** No search of an address lists more. */
const foundMax = 1_000

/** Returns the ids of links that have an address with this beginning, their aliases included. */
export async function findLinksByAddress(tx: Tx, { project }: ProjectContext, { domainId, slugStart }: SearchedAddress): Promise<LinkId[]> {
  const { rows } = await sql<{ ids: LinkId[] }>`
    select find_links_by_address(${project.id}, ${domainId}, ${slugStart}, ${`${escapeLike(slugStart)}%`}, ${foundMax}) as ids`.execute(tx)
  return rows[0]?.ids ?? []
}
