// Every statement on `outward_requests` and `outward_turns`. `db` uses the database account of jobs, which sees the
// requests of every organization. Times are those of the database clock, which all processes share.
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

/**
 * Priority of each kind of request. The most urgent kind has the lowest number. An owner waits for the results of the
 * first five kinds.
 */
export const priorities = { page: 0, follow: 0, requestedHealth: 1, requestedIcon: 2, thumbnail: 2, health: 3, icon: 4 } as const

/**
 * Duration of a lease. Must exceed the duration of any request. If the process that sends a request is killed, the
 * request can be claimed again after this time.
 */
export const leaseMs = 30_000

/**
 * Adds requests, and notifies every jobs process. If a request of the same kind and subject already waits, it starts
 * again from the beginning. If it is being sent at this moment, it starts again when it has ended.
 */
export async function insertRequests(db: Db, requests: readonly NewOutwardRequest[]): Promise<void> {
  if (requests.length === 0) return
  // The rows have a fixed order, so that two statements on the same subjects wait for each other and cause no deadlock.
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
 * Gives turns to the given organizations if they have waiting requests. By default, all organizations get a turn.
 * Organizations that were served longer ago come first. If an organization's search for a free host is unfinished, the
 * search continues. It starts again if a due request is more urgent than the requests that the search has reached.
 * Reads one row of outward_requests_host_idx per organization, even if many of its requests wait.
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

/**
 * Gives an organization a turn after one of its requests has ended, because other requests of the organization may have
 * been delayed until then.
 */
export async function wakeTurn(db: Db, organizationId: OrganizationId): Promise<void> {
  await sql`
    update outward_turns set next_at = least(next_at, now()), miss_count = 0 where organization_id = ${organizationId}`.execute(db)
}

/** Maximum delay that `endMissedTurn` sets for a leased host. */
const maxMissMs = 9_000

/**
 * Gives turns to organizations that missed their turn while the host was leased. Reads only organizations whose next
 * turn is within `maxMissMs`, and one row of outward_requests_host_idx per organization and priority. Skips
 * organizations that another process is serving.
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

/**
 * Returns the milliseconds until the next turn of an organization that is not `excluded`. Undefined if no such
 * organization has waiting requests.
 */
export async function selectTurnWaitMs(db: Db, excluded: readonly OrganizationId[]): Promise<number | undefined> {
  const { rows } = await sql<{ wait_ms: number }>`
    select (extract(epoch from greatest(next_at - clock_timestamp(), interval '0')) * 1000)::float8 as wait_ms from outward_turns
    where next_at < 'infinity' and organization_id <> all (${excluded}::uuid[]) order by next_at limit 1`.execute(db)
  return rows[0]?.wait_ms
}

export type LockedTurn = Pick<Selectable<Tables['outward_turns']>, 'organization_id' | 'after_priority' | 'after_host'>

export interface TurnRules {
  /** Organizations with running requests. Their turns come after the turns of other organizations. */
  underWay: readonly OrganizationId[]
  /** Organizations that get no turn now, because the free slots are for other organizations. */
  excluded: readonly OrganizationId[]
}

/**
 * Returns the turn of the organization that was served longest ago, and locks the turn. Undefined if no organization
 * has a turn now.
 */
export async function lockNextTurn(tx: Tx, { underWay, excluded }: TurnRules): Promise<LockedTurn | undefined> {
  const { rows } = await sql<LockedTurn>`
    select organization_id, after_priority, after_host from outward_turns
    where next_at <= clock_timestamp() and organization_id <> all (${excluded}::uuid[])
    order by organization_id = any (${underWay}::uuid[]), served_at limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/**
 * Maximum number of an organization's hosts that one turn reads. The search continues in the organization's next turn.
 */
const maxHosts = 200

/**
 * Selects the first request of each host of an organization, in the order of priorities. Reads one row of
 * outward_requests_host_idx per host, even if many requests wait for it. Without the inner limits, PostgreSQL would
 * join the whole tables.
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

/** Selects the most urgent request of the organization that is due and whose host is free. */
export async function selectSendableRequest(tx: Tx, turn: LockedTurn): Promise<FoundRequest | undefined> {
  const { rows } = await sql<FoundRequest>`
    ${queryRequestsByHost(turn)}
    select ${turn.organization_id}::uuid as organization_id, kind, subject, host from firsts
    where greatest(due_at, host_free_at, taken_until) <= clock_timestamp() limit 1`.execute(tx)
  return rows[0]
}

/**
 * Leases a request, counts its start before it is sent, and returns it. Undefined if the request no longer exists. Also
 * undefined if a transaction of its owner has locked it, so that no other organization waits for this transaction.
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

/** Records that an organization was served. Its next turn comes after the turns of other organizations. */
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
 * Delays the turn of an organization whose requests can't be sent now, until a host is free. Many organizations can
 * wait for one host. Therefore a random delay is added that grows the longer an organization waits, up to eight
 * seconds.
 *
 * If an organization has more hosts than a turn reads, its search continues in its next turn, which comes after the
 * turns of other organizations. Its turn is delayed only at the end of the search. An organization without requests
 * gets no turn until a notification arrives.
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
 * Stores the next request of a row. It is due immediately, or after `waitMs`. Like `extendLease`, `delayRequest` and
 * `deleteRequest`, it does nothing if the row was requested again in the meantime, and so has another revision.
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

/**
 * Duration of a lease while the received file is processed. Must exceed the time that the file waits until it is
 * encoded, if 24 pictures are encoded before it.
 */
const processingMs = 15 * 60_000

/** Extends the lease of a request for the time in which the received file is processed. */
export async function extendLease(db: Db, request: RequestKey): Promise<void> {
  await sql`
    update outward_requests set due_at = clock_timestamp() + ${processingMs}::integer * interval '1 millisecond'
    where ${matchRevision(request)}`.execute(db)
}

/** Delays a request that ended with an internal error. It is sent again after the delay. */
export async function delayRequest(db: Db, request: RequestKey, delayMs: number): Promise<void> {
  await sql`
    update outward_requests set started_count = 0, failure_count = failure_count + 1,
      due_at = clock_timestamp() + ${Math.round(delayMs)}::integer * interval '1 millisecond'
    where ${matchRevision(request)}`.execute(db)
}

export async function deleteRequest(db: Db, request: RequestKey): Promise<void> {
  await sql`delete from outward_requests where ${matchRevision(request)}`.execute(db)
}

/** Deletes the waiting checks of links, because another check has already found the results. */
export async function deleteHealthRequests(db: Db, organizationId: OrganizationId, linkIds: readonly LinkId[]): Promise<void> {
  if (linkIds.length === 0) return
  await db
    .deleteFrom('outward_requests')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'health')
    .where('subject', 'in', linkIds)
    .execute()
}
