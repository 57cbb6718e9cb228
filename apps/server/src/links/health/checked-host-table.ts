// Every statement on `checked_hosts`. Requests are spaced by the clock of the database, which all processes share;
// links are due by the clock of the process.
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    checked_hosts: {
      host: string
      is_due: boolean
      next_request_at: Date
      refusal_count: number
      crawl_delay_ms: number
      robots: string | null
      robots_expires_at: Date
    }
  }
}

export interface TakenHost {
  host: string
  /** Null when it could not be fetched. */
  robots: string | null
  hasRobots: boolean
}

/** Longer than any request. A host whose process ended during one is free again after this. */
const holdMs = 120_000

/**
 * Takes a host for one request: no other process requests it until it is released. The host that waits longest is
 * next, so one with many links delays no other. Undefined when no host with due links may be requested now.
 */
export async function takeHost(db: Db, now: Date): Promise<TakenHost | undefined> {
  const { rows } = await sql<TakenHost>`
    update checked_hosts set next_request_at = clock_timestamp() + ${holdMs}::integer * interval '1 millisecond'
    where host = (
      select host from checked_hosts where is_due and next_request_at <= clock_timestamp()
      order by next_request_at limit 1 for update skip locked)
    returning host, robots, robots_expires_at > ${now} as "hasRobots"`.execute(db)
  return rows[0]
}

/**
 * Lets the host be requested again after the interval, or after as long as its robots.txt asks for. Counted from the
 * end of a request, so no two are closer.
 */
export async function releaseHost(db: Db, host: string, intervalMs: number): Promise<void> {
  await sql`
    update checked_hosts
    set next_request_at = clock_timestamp() + greatest(${intervalMs}::integer, crawl_delay_ms) * interval '1 millisecond', refusal_count = 0
    where host = ${host}`.execute(db)
}

/** Milliseconds until a host with due links may be requested; undefined when there is none. */
export async function selectWaitMs(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ wait_ms: number }>`
    select (extract(epoch from greatest(next_request_at, clock_timestamp()) - clock_timestamp()) * 1000)::float8 as wait_ms
    from checked_hosts where is_due order by next_request_at limit 1`.execute(db)
  return rows[0]?.wait_ms
}

/** Marks the hosts of links that are due. Relies on link_checks_next_check_at_idx. */
export async function markDueHosts(db: Db, now: Date): Promise<void> {
  await sql`
    insert into checked_hosts (host, is_due)
    select distinct host, true from link_checks where next_check_at <= ${now} and host is not null order by host
    on conflict (host) do update set is_due = true where not checked_hosts.is_due`.execute(db)
}

/** Releases a host that had no due link and was not requested. A link that becomes due marks it again. */
export async function releaseIdleHost(db: Db, host: string): Promise<void> {
  await sql`update checked_hosts set is_due = false, next_request_at = clock_timestamp() where host = ${host}`.execute(db)
}

export async function updateRobots(
  db: Db,
  host: string,
  { robots, crawlDelayMs, expiresAt }: { robots: string | null; crawlDelayMs: number; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('checked_hosts')
    .set({ robots, crawl_delay_ms: crawlDelayMs, robots_expires_at: expiresAt })
    .where('host', '=', host)
    .execute()
}

const firstPauseMs = 60_000
const maxPauseMs = 24 * 3_600_000

/**
 * Pauses a host that refused a request: for as long as it asked for, else for a minute that doubles with each refusal
 * in a row; a day at most.
 */
export async function pauseHost(db: Db, host: string, askedMs: number | undefined): Promise<void> {
  await sql`
    update checked_hosts set refusal_count = refusal_count + 1,
      next_request_at = clock_timestamp() + least(
        ${maxPauseMs}::float8, coalesce(${askedMs ?? null}::float8, ${firstPauseMs} * power(2, least(refusal_count, 20)))
      ) * interval '1 millisecond'
    where host = ${host}`.execute(db)
}

/** Forgets hosts that were last requested before an instant. */
export async function deleteIdleHosts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('checked_hosts').where('is_due', '=', false).where('next_request_at', '<', before).execute()
}
