// Limits on requests that count as someone's click, and every statement on `short_url_requests`. `db` uses the database
// account of jobs.
import { createHash } from 'node:crypto'
import { findAffiliateTool, isShortUrl, type OrganizationId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { FetchDeps } from '../../platform/deps.ts'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'
import { findNextExpansionStep, type Hop, requestHop } from './expand-short-url.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    short_url_requests: {
      url_hash: Buffer
      organization_id: OrganizationId
      requested_at: Date[]
      location: string | null
      waits_until: Date | null
    }
  }
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** An organization can request a URL once in this time. */
const intervalMs = hourMs
/** All organizations together can request a URL this many times a day. */
const requestsPerDay = 6
/**
 * After its wait, an organization has this time to send its request before other organizations can, because its request
 * may still be waiting for a slot of the queue.
 */
const turnMs = 10 * minuteMs

interface HopWait {
  kind: 'waits'
  waitMs: number
  /**
   * Address to which the organization's request within the last hour was redirected. Null if this request failed.
   * Undefined if there was no request.
   */
  known: string | null | undefined
}

interface HopRequest {
  organizationId: OrganizationId
  address: string
  /**
   * Addresses that redirected to `address`. If `address` is another spelling of one of them, its request is not counted
   * again.
   */
  requested: readonly string[]
}

/** Requests an address, or returns how long the request has to wait. */
export async function requestLimitedHop(deps: FetchDeps, { organizationId, address, requested }: HopRequest): Promise<Hop | HopWait> {
  const { db, clock } = deps
  const key = { url_hash: hashUrl(address), organization_id: organizationId }
  const isCounted = requested.some((earlier) => hashUrl(earlier).equals(key.url_hash))
  const wait = isCounted ? undefined : await db.transaction().execute((tx) => countOrDelayRequest(tx, key, clock.now()))
  if (wait !== undefined) return wait
  const hop = await requestHop(address, deps)
  if (hop.kind === 'redirect') await updateLocation(db, key, hop.location)
  return hop
}

/** Returns where a request led. Null if the request failed, now or within the last hour. */
export function toHopAddress(hop: Hop | HopWait): string | null {
  if (hop.kind === 'waits') return hop.known ?? null
  return hop.kind === 'redirect' ? hop.location : null
}

/** `address` is the first redirect target that is not a short URL. Null if it could not be found. */
type ExpandedShortUrl = { kind: 'ended'; address: string | null } | { kind: 'waits' }

/** Expands a short URL immediately. Returns `waits` if a rate limit of a URL is reached. */
export async function expandShortUrl(deps: FetchDeps, organizationId: OrganizationId, shortUrl: string): Promise<ExpandedShortUrl> {
  const requested: string[] = []
  for (let address: string | null = shortUrl; ; ) {
    const step = findNextExpansionStep(deps, { address, requestCount: requested.length })
    if (step.kind === 'ended') return step
    const hop = await requestLimitedHop(deps, { organizationId, address: step.address, requested })
    if (hop.kind === 'waits' && hop.known === undefined) return { kind: 'waits' }
    address = toHopAddress(hop)
    requested.push(step.address)
  }
}

/** Deletes requests that are more than a day old, because no limit counts them any more. */
export async function deleteOldShortUrlRequests(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs)
  await sql`
    delete from short_url_requests
    where coalesce(waits_until, '-infinity') < ${before} and ${before} >= all (requested_at)`.execute(db)
}

/**
 * Returns the hash under which requests of a URL are counted. All spellings of a short URL have the same hash, because
 * a service reads only the path, and most services ignore case. For URLs of affiliate networks, the hash includes the
 * query, because these URLs differ by their query.
 */
function hashUrl(address: string): Buffer {
  const { hostname, port, pathname, search } = new URL(address)
  const host = hostname.replace(/^www\.|\.$/g, '')
  const path = decodePath(pathname).toLowerCase().split('/').filter(Boolean).join('/')
  const isNamedByPath = findAffiliateTool(address) !== undefined || isShortUrl(address)
  return createHash('sha256')
    .update(`${host}:${port}/${path}${isNamedByPath ? '' : search}`)
    .digest()
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

type ShortUrlRow = Selectable<Tables['short_url_requests']>
type ShortUrlKey = Pick<ShortUrlRow, 'url_hash' | 'organization_id'>

/**
 * Counts a request and returns undefined. If a limit is reached, stores that the request waits, and returns how long.
 * The lock of the URL makes concurrent requests count one after the other.
 */
async function countOrDelayRequest(tx: Tx, key: ShortUrlKey, now: Date): Promise<HopWait | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`short-urls:${key.url_hash.toString('hex')}`}, 0))`.execute(tx)
  const rows = await tx.selectFrom('short_url_requests').selectAll().where('url_hash', '=', key.url_hash).execute()
  const own = rows.find(({ organization_id }) => organization_id === key.organization_id)
  const recent = listRecent(own, now)
  const untilMs = findPermittedAtMs(rows, key.organization_id, now)
  const values =
    untilMs === undefined ? { requested_at: [...recent, now], waits_until: null, location: null } : { waits_until: new Date(untilMs) }
  await tx
    .insertInto('short_url_requests')
    .values({ requested_at: [], ...key, ...values })
    .onConflict((conflict) => conflict.columns(['url_hash', 'organization_id']).doUpdateSet(values))
    .execute()
  if (untilMs === undefined) return undefined
  const known = own !== undefined && recent.some((at) => now.getTime() - at.getTime() < intervalMs) ? own.location : undefined
  return { kind: 'waits', waitMs: untilMs - now.getTime(), known }
}

/**
 * Returns when this organization can send its request. Undefined if it can send it now. Organizations that wait and
 * have not requested the URL within a day go first.
 */
function findPermittedAtMs(rows: readonly ShortUrlRow[], organizationId: OrganizationId, now: Date): number | undefined {
  const nowMs = now.getTime()
  const own = listRecent(
    rows.find((row) => row.organization_id === organizationId),
    now,
  )
  const all = rows.flatMap((row) => listRecent(row, now)).toSorted((one, other) => one.getTime() - other.getTime())
  const waits: number[] = []
  const [last, oldest] = [own.at(-1), all.at(-requestsPerDay)]
  if (last !== undefined) waits.push(last.getTime() + intervalMs)
  if (oldest !== undefined) waits.push(oldest.getTime() + dayMs)
  const firsts = rows.filter((row) => row.organization_id !== organizationId && listRecent(row, now).length === 0 && isWaiting(row, nowMs))
  if (own.length > 0 && all.length + firsts.length >= requestsPerDay) waits.push(nowMs + minuteMs)
  const untilMs = Math.max(...waits, nowMs)
  return untilMs > nowMs ? untilMs : undefined
}

function listRecent(row: ShortUrlRow | undefined, now: Date): Date[] {
  return (row?.requested_at ?? []).filter((at) => now.getTime() - at.getTime() < dayMs)
}

function isWaiting({ waits_until: until }: ShortUrlRow, nowMs: number): boolean {
  return until !== null && until.getTime() > nowMs - turnMs
}

async function updateLocation(db: Db, { url_hash, organization_id }: ShortUrlKey, location: string): Promise<void> {
  await db
    .updateTable('short_url_requests')
    .set({ location })
    .where('url_hash', '=', url_hash)
    .where('organization_id', '=', organization_id)
    .execute()
}
