import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    /** `slug`: the key of an address, or a project. */
    link_changes: { slug: string; changed_at: Date }
  }
}

/** A change at one address, or of a project's integrations, which changes every link of the project. */
export type LinkChange = { address: string } | { projectId: string }

/** Another domain serves this host, or none does any more. */
export interface DomainChange {
  host: string
}

export interface LinkChanges {
  /**
   * Links whose destination changed or that were deleted, projects whose integrations changed, and hosts whose domain
   * changed; each once.
   */
  changes: (LinkChange | DomainChange)[]
  /**
   * The `since` of the next query. No change is missed between two queries; some may be in both. PostgreSQL's 64-bit
   * transaction number, exact up to 53 bits.
   */
  mark: number
}

/**
 * The changes since `since`, at most `limit`; no changes, but a mark, when `since` is undefined. `db` works as the
 * visitors' role, and may be a replica.
 */
export async function findLinkChanges(db: Db, since: number | undefined, limit: number): Promise<LinkChanges> {
  const { rows } = await sql<{ changed: string[]; mark: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as mark,
      array(select distinct slug from link_changes where changed_in >= ${since ?? null}::xid8 limit ${limit}) as changed`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('A select without a from clause returned no row')
  return { changes: found.changed.map(parseLinkChange), mark: Number(found.mark) }
}

const projectPrefix = 'project:'
const domainPrefix = 'domain:'

/** A change as the triggers write it, into `link_changes` and into the notification: no address has a colon. */
export function parseLinkChange(text: string): LinkChange | DomainChange {
  if (text.startsWith(domainPrefix)) return { host: text.slice(domainPrefix.length) }
  return text.startsWith(projectPrefix) ? { projectId: text.slice(projectPrefix.length) } : { address: text }
}

/** An edge that polled no changes for longer than this can miss one. */
const retentionMs = 24 * 3_600_000

export async function deleteOldLinkChanges({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('link_changes')
    .where('changed_at', '<', new Date(clock.now().getTime() - retentionMs))
    .execute()
}
