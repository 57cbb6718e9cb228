import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    /** `slug` is the key of an address, a project or a host, as `parseLinkChange` reads it. */
    link_changes: { slug: string; changed_at: Date }
  }
}

/** A change at one address, or of a project's integrations. Integrations change every link of the project. */
export type LinkChange = { address: string } | { projectId: string }

/** Another domain now serves this host, or no domain serves it any more. */
export interface DomainChange {
  host: string
}

export interface LinkChanges {
  /**
   * Addresses whose link was deleted or has another destination now, projects whose integrations changed, and hosts
   * whose domain changed. Each is listed once.
   */
  changes: (LinkChange | DomainChange)[]
  /**
   * The value of `since` for the next query. No change is missed between two queries, but a change can be in both. It
   * is PostgreSQL's 64-bit transaction number, which is exact up to 53 bits.
   */
  mark: number
}

/**
 * Returns at most `limit` changes since `since`. If `since` is undefined, returns only a mark. `db` uses the visitors'
 * role, and can be a replica.
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

/**
 * Parses a change as the triggers write it into `link_changes` and into the notification. Prefixes are unambiguous,
 * because no address has a colon.
 */
export function parseLinkChange(text: string): LinkChange | DomainChange {
  if (text.startsWith(domainPrefix)) return { host: text.slice(domainPrefix.length) }
  return text.startsWith(projectPrefix) ? { projectId: text.slice(projectPrefix.length) } : { address: text }
}

/** Changes are deleted after this time. If an edge did not poll changes for longer, it can miss a change. */
const retentionMs = 24 * 3_600_000

export async function deleteOldLinkChanges({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('link_changes')
    .where('changed_at', '<', new Date(clock.now().getTime() - retentionMs))
    .execute()
}
