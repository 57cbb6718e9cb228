// Every statement on `checked_hosts`, except the join with `outward_requests`. The interval between requests is
// measured by the clock of the database, which all processes share.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { leaseMs } from './outward-request-table.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    checked_hosts: {
      host: string
      next_request_at: Date
      next_check_at: Date
      taken_until: Date
      refusal_count: number
      crawl_delay_ms: number
      robots: string | null
      robots_expires_at: Date
    }
  }
}

/**
 * Returns the host of a URL, with its port. Only one request at a time is sent to a host. A dot at the end of the name
 * is removed, because the name without the dot is the same host.
 */
export function toRequestHost(url: string): string {
  return new URL(url).host.replace(/\.(?=:|$)/, '')
}

/**
 * Leases a host for one request of any kind. Returns false if another process has leased the host, or if the interval
 * after its last request has not passed.
 */
export async function leaseHost(tx: Tx, host: string): Promise<boolean> {
  const { rows } = await sql`
    insert into checked_hosts (host, taken_until) values (${host}, clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond')
    on conflict (host) do update set taken_until = excluded.taken_until
      where greatest(checked_hosts.taken_until, checked_hosts.next_request_at) <= clock_timestamp()
    returning host`.execute(tx)
  return rows.length > 0
}

/**
 * Ends the lease of a host. The host can be requested again after the interval, which begins at the end of the request,
 * so that it is the minimum time between two requests.
 */
export async function releaseHost(db: Db, host: string, intervalMs: number): Promise<void> {
  await sql`
    update checked_hosts set taken_until = '-infinity', next_request_at = clock_timestamp() + ${intervalMs}::integer * interval '1 millisecond'
    where host = ${host}`.execute(db)
}

export interface HostRules {
  /** Text of the robots.txt. Null if the file could not be fetched. */
  robots: string | null
  /** False if the robots.txt was not fetched yet, or has expired. */
  hasRobots: boolean
}

/** Returns the robots.txt of a leased host. `now` decides whether the robots.txt has expired. */
export async function selectHostRules(db: Db, host: string, now: Date): Promise<HostRules> {
  const row = await db.selectFrom('checked_hosts').select(['robots', 'robots_expires_at']).where('host', '=', host).executeTakeFirst()
  return { robots: row?.robots ?? null, hasRobots: row !== undefined && row.robots_expires_at > now }
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

/** Stores that the host accepted a check, and delays its next check by the time that its robots.txt requests. */
export async function acceptCheck(db: Db, host: string): Promise<void> {
  await sql`
    update checked_hosts set next_check_at = clock_timestamp() + crawl_delay_ms * interval '1 millisecond', refusal_count = 0
    where host = ${host}`.execute(db)
}

const firstPauseMs = 60_000
const maxPauseMs = 24 * 3_600_000

/**
 * Pauses the checks of a host that rejected a check. The pause is as long as the host requested, but at most a day. If
 * the host requested no pause, it is a minute, and doubles with each rejection in a row.
 */
export async function pauseChecks(db: Db, host: string, askedMs: number | undefined): Promise<void> {
  await sql`
    update checked_hosts set refusal_count = refusal_count + 1,
      next_check_at = clock_timestamp() + least(
        ${maxPauseMs}::float8, coalesce(${askedMs ?? null}::float8, ${firstPauseMs} * power(2, least(refusal_count, 20)))
      ) * interval '1 millisecond'
    where host = ${host}`.execute(db)
}

/** Deletes hosts that were last requested before the given instant. */
export async function deleteIdleHosts(db: Db, before: Date): Promise<void> {
  await sql`delete from checked_hosts where greatest(next_request_at, next_check_at, taken_until) < ${before}`.execute(db)
}
