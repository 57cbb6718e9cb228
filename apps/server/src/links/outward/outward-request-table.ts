// Every statement on `outward_requests` and `outward_turns`. `db` works as the account of jobs, which sees the requests
// of every organization. Time is that of the database, which all processes share.
import type { LinkId, OrganizationId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

export type OutwardKind = 'page' | 'icon' | 'health' | 'follow' | 'thumbnail'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    outward_requests: {
      organization_id: OrganizationId
      kind: OutwardKind
      subject: string
      link_id: LinkId | null
      priority: number
      host: string
      payload: object
      state: object
      revision: number
      started_count: number
      failure_count: number
      due_at: Date
    }
    outward_turns: {
      organization_id: OrganizationId
      served_at: Date
      next_at: Date
      miss_count: number
      after_priority: number | null
      after_host: string | null
    }
  }
}

export type OutwardRequest = Selectable<Tables['outward_requests']>
export type NewOutwardRequest = Pick<OutwardRequest, 'organization_id' | 'kind' | 'subject' | 'link_id' | 'priority' | 'host' | 'payload'>

/** Lowest first. An owner waits for the first five. */
export const priorities = { page: 0, follow: 0, requestedHealth: 1, requestedIcon: 2, thumbnail: 2, health: 3, icon: 4 } as const

/** Longer than any request. One whose process ended meanwhile is taken again after this. */
export const leaseMs = 30_000

/**
 * Adds requests, which every jobs process is notified of. One that waits already starts anew, and so does one that is
 * sent at this moment, when it has ended.
 */
export async function insertRequests(db: Db, requests: readonly NewOutwardRequest[]): Promise<void> {
  if (requests.length === 0) return
  // In one order, so that of two statements about the same subjects one waits.
  await sql`
    insert into outward_requests as waiting (organization_id, kind, subject, link_id, priority, host, payload)
    select organization_id, kind, subject, link_id, priority, host, payload
    from json_to_recordset(${JSON.stringify(requests)}::json)
      as given (organization_id uuid, kind text, subject text, link_id uuid, priority smallint, host text, payload json)
    order by kind, subject
    on conflict (organization_id, kind, subject) do update
      set priority = least(waiting.priority, excluded.priority), host = excluded.host, payload = excluded.payload, state = '{}',
        revision = waiting.revision + 1, started_count = 0, failure_count = 0, due_at = now()`.execute(db)
}

/**
 * Gives organizations with waiting requests their turn, after the ones that were served longer ago; all by default. A
 * search for a free host continues, unless something more urgent waits than what it has reached. Reads one row of
 * outward_requests_host_idx for an organization, however many of its requests wait.
 */
export async function wakeTurns(db: Db, organizationIds?: readonly OrganizationId[]): Promise<void> {
  const waiting =
    organizationIds === undefined
      ? sql`select distinct organization_id from outward_requests`
      : sql`
        select woken.organization_id from unnest(${organizationIds}::uuid[]) as woken (organization_id) cross join lateral (
          select from outward_requests where organization_id = woken.organization_id order by priority, host limit 1) as first`
  const startsAnew = sql`exists (
    select from outward_requests where organization_id = turn.organization_id and priority < turn.after_priority and due_at <= now())`
  await sql`
    insert into outward_turns as turn (organization_id) ${waiting} order by organization_id
    on conflict (organization_id) do update set next_at = least(turn.next_at, now()), miss_count = 0,
      after_priority = case when not ${startsAnew} then turn.after_priority end,
      after_host = case when not ${startsAnew} then turn.after_host end`.execute(db)
}

/** Gives an organization its turn after one of its requests: others may have been delayed until that one ended. */
export async function wakeTurn(db: Db, organizationId: OrganizationId): Promise<void> {
  await sql`
    update outward_turns set next_at = least(next_at, now()), miss_count = 0 where organization_id = ${organizationId}`.execute(db)
}

/** The longest delay of `endMissedTurn` for a host that is taken. */
const maxMissMs = 9_000

/**
 * Gives organizations their turn that missed it while the host was taken. Reads those that look again within seconds,
 * and one row of outward_requests_host_idx for each and priority. Skips those that another process serves.
 */
export async function wakeTurnsOfHost(db: Db, host: string): Promise<void> {
  await sql`
    update outward_turns set next_at = clock_timestamp(), miss_count = 0 where organization_id in (
      select organization_id from outward_turns as turn
      where next_at between clock_timestamp() and clock_timestamp() + ${maxMissMs}::integer * interval '1 millisecond' and miss_count > 0
        and exists (
          select from unnest(${[...new Set(Object.values(priorities))]}::smallint[]) as level (priority) cross join lateral (
            select from outward_requests as waiting
            where waiting.organization_id = turn.organization_id and waiting.priority = level.priority and waiting.host = ${host}
              and waiting.due_at <= clock_timestamp() limit 1) as first)
      for update skip locked)`.execute(db)
}

/** Milliseconds until one of the organizations but the `excluded` ones has a turn; undefined when none waits. */
export async function selectTurnWaitMs(db: Db, excluded: readonly OrganizationId[]): Promise<number | undefined> {
  const { rows } = await sql<{ wait_ms: number }>`
    select (extract(epoch from greatest(next_at - clock_timestamp(), interval '0')) * 1000)::float8 as wait_ms from outward_turns
    where next_at < 'infinity' and organization_id <> all (${excluded}::uuid[]) order by next_at limit 1`.execute(db)
  return rows[0]?.wait_ms
}

export type LockedTurn = Pick<Selectable<Tables['outward_turns']>, 'organization_id' | 'after_priority' | 'after_host'>

export interface TurnRules {
  /** Organizations with requests under way come after the others. */
  underWay: readonly OrganizationId[]
  /** Organizations that leave the free slots to others. */
  excluded: readonly OrganizationId[]
}

/** Locks the turn of the organization that was served longest ago. */
export async function lockNextTurn(tx: Tx, { underWay, excluded }: TurnRules): Promise<LockedTurn | undefined> {
  const { rows } = await sql<LockedTurn>`
    select organization_id, after_priority, after_host from outward_turns
    where next_at <= clock_timestamp() and organization_id <> all (${excluded}::uuid[])
    order by organization_id = any (${underWay}::uuid[]), served_at limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/** How many hosts of an organization one turn reads: the search continues with its next turn. */
const maxHosts = 200

/**
 * The first request of each host of an organization, in the order of priorities. Reads one row of
 * outward_requests_host_idx for a host, however many requests wait for it; the limits inside keep PostgreSQL from
 * joining the whole tables instead.
 */
function queryRequestsByHost({ organization_id, after_priority, after_host }: LockedTurn) {
  return sql`
    with recursive hosts as (
      (select priority, host from outward_requests
       where organization_id = ${organization_id} and (priority, host) > (${after_priority ?? -1}::smallint, ${after_host ?? ''}::text)
       order by priority, host limit 1)
      union all
      select next.priority, next.host from hosts cross join lateral (
        select priority, host from outward_requests
        where organization_id = ${organization_id} and (priority, host) > (hosts.priority, hosts.host)
        order by priority, host limit 1) as next
    ), firsts as (
      select scanned.priority, scanned.host, first.kind, first.subject, first.due_at,
        coalesce(state.taken_until, '-infinity') as taken_until,
        greatest(state.next_request_at, case when first.kind = 'health' then state.next_check_at end, '-infinity') as host_free_at
      from (select priority, host from hosts limit ${maxHosts}) as scanned
      cross join lateral (
        select kind, subject, due_at from outward_requests
        where organization_id = ${organization_id} and priority = scanned.priority and host = scanned.host order by due_at limit 1) as first
      left join lateral (
        select next_request_at, next_check_at, taken_until from checked_hosts where checked_hosts.host = scanned.host limit 1) as state on true
    )`
}

export type FoundRequest = Pick<OutwardRequest, 'organization_id' | 'kind' | 'subject' | 'host'>

/** The most urgent request of the organization that is due and whose host is free. */
export async function selectSendableRequest(tx: Tx, turn: LockedTurn): Promise<FoundRequest | undefined> {
  const { rows } = await sql<FoundRequest>`
    ${queryRequestsByHost(turn)}
    select ${turn.organization_id}::uuid as organization_id, kind, subject, host from firsts
    where greatest(due_at, host_free_at, taken_until) <= clock_timestamp() limit 1`.execute(tx)
  return rows[0]
}

/**
 * Counts the start of a request before it begins. Undefined for one that is gone, or that a transaction of its owner
 * has locked, so that no other organization waits for it.
 */
export async function startRequest(tx: Tx, { organization_id, kind, subject }: FoundRequest): Promise<OutwardRequest | undefined> {
  const { rows } = await sql<OutwardRequest>`
    update outward_requests
    set started_count = started_count + 1, due_at = clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond'
    where (organization_id, kind, subject) = (
      select organization_id, kind, subject from outward_requests
      where organization_id = ${organization_id} and kind = ${kind} and subject = ${subject} and due_at <= clock_timestamp()
      for update skip locked)
    returning *`.execute(tx)
  return rows[0]
}

/** Records that an organization was served. It has its next turn after the others. */
export async function endServedTurn(tx: Tx, { organization_id }: LockedTurn): Promise<void> {
  await sql`
    update outward_turns set served_at = clock_timestamp(), next_at = clock_timestamp(), miss_count = 0, after_priority = null, after_host = null
    where organization_id = ${organization_id}`.execute(tx)
}

/** Delays the turn of an organization whose request could not be started. */
export async function delayTurn(tx: Tx, { organization_id }: LockedTurn): Promise<void> {
  await sql`
    update outward_turns set next_at = clock_timestamp() + interval '250 milliseconds' where organization_id = ${organization_id}`.execute(
    tx,
  )
}

/**
 * Delays the turn of an organization whose requests can't be sent now, until a host is free. Many organizations may
 * wait for one host, so each looks less often the longer it waits, up to every eight seconds. One with more hosts than
 * a turn reads continues after the others, as if it had been served, and is delayed at the end of its search. One
 * without requests waits for a notification.
 */
export async function endMissedTurn(tx: Tx, turn: LockedTurn): Promise<void> {
  const isContinued = turn.after_host !== null
  await sql`
    ${queryRequestsByHost(turn)}, seen as (
      select count(*) as host_count, min(greatest(due_at, host_free_at, least(taken_until, clock_timestamp() + interval '1 second'))) as free_at
      from firsts
    ), last as (select priority, host from firsts order by priority desc, host desc limit 1)
    update outward_turns set miss_count = miss_count + 1,
      served_at = case when host_count = ${maxHosts} then clock_timestamp() else served_at end,
      after_priority = case when host_count = ${maxHosts} then last.priority end,
      after_host = case when host_count = ${maxHosts} then last.host end,
      next_at = case
        when host_count = ${maxHosts} then clock_timestamp()
        when host_count = 0 and not ${isContinued} then 'infinity'
        else case
            when ${isContinued} then clock_timestamp() + interval '1 second'
            else greatest(seen.free_at, clock_timestamp() + interval '10 milliseconds')
          end
          + case when miss_count < 3 then interval '0' else random() * least(power(2, least(miss_count, 10) - 4), 8) * interval '1 second' end
      end
    from seen left join last on true where organization_id = ${turn.organization_id}`.execute(tx)
}

type RequestKey = Pick<OutwardRequest, 'organization_id' | 'kind' | 'subject' | 'revision'>

function matchRevision({ organization_id, kind, subject, revision }: RequestKey) {
  return sql`organization_id = ${organization_id} and kind = ${kind} and subject = ${subject} and revision = ${revision}`
}

/**
 * Makes the next request of a row due, at once by default. Skips one that was asked for again, as the following
 * statements do.
 */
export async function updateOutwardRequest(
  db: Db,
  request: RequestKey,
  next: { host: string; state: object; waitMs?: number },
): Promise<void> {
  await sql`
    update outward_requests set host = ${next.host}, state = ${JSON.stringify(next.state)}::json,
      started_count = 0, failure_count = 0,
      due_at = clock_timestamp() + ${Math.ceil(next.waitMs ?? 0)}::float8 * interval '1 millisecond'
    where ${matchRevision(request)}`.execute(db)
}

/** Longer than what was received waits for a turn to be encoded, with 24 pictures before it. */
const processingMs = 15 * 60_000

/** Leases a request for the time that what it received is processed in. */
export async function extendLease(db: Db, request: RequestKey): Promise<void> {
  await sql`
    update outward_requests set due_at = clock_timestamp() + ${processingMs}::integer * interval '1 millisecond'
    where ${matchRevision(request)}`.execute(db)
}

/** Has a request sent again that ended with an internal error. */
export async function delayRequest(db: Db, request: RequestKey, delayMs: number): Promise<void> {
  await sql`
    update outward_requests set started_count = 0, failure_count = failure_count + 1,
      due_at = clock_timestamp() + ${Math.round(delayMs)}::integer * interval '1 millisecond'
    where ${matchRevision(request)}`.execute(db)
}

export async function deleteRequest(db: Db, request: RequestKey): Promise<void> {
  await sql`delete from outward_requests where ${matchRevision(request)}`.execute(db)
}

/** Deletes the checks of links that another one answered. */
export async function deleteHealthRequests(db: Db, organizationId: OrganizationId, linkIds: readonly LinkId[]): Promise<void> {
  if (linkIds.length === 0) return
  await db
    .deleteFrom('outward_requests')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'health')
    .where('subject', 'in', linkIds)
    .execute()
}
