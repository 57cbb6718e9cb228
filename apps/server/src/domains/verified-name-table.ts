// Limits on newly verified names, and every statement on `verified_names`. The limits are needed because a proxy orders
// a certificate for each verified name, and the certificate authority limits the orders of the whole instance. `tx`
// uses the database account of jobs, which sees the names of every organization.
import { type DomainLimit, type OrganizationId, type UserId, unverifiedDomainsPerOrganization } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationContext } from '../access/index.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    verified_names: {
      host: string
      registrable_domain: string
      organization_id: OrganizationId
      user_id: UserId | null
      daily_limit: number
      is_reserve: boolean
      verified_at: Date
    }
  }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** Time window in which Let's Encrypt limits certificate orders. */
export const instanceWindowMs: number = 3 * hourMs

/**
 * Maximum number of names that are verified per week below one registrable domain. Let's Encrypt issues 50 certificates
 * a week for a registrable domain.
 */
const namesPerRegistrableDomain = 40

export interface NameToVerify {
  host: string
  /** User who added the domain. Null if unknown. */
  userId: UserId | null
  /** Maximum number of names that the instance may verify within `instanceWindowMs`. */
  instanceLimit: number
}

/** Limit that delays the verification of a name until the instant `until`. */
export interface NameWait {
  limit: DomainLimit
  until: Date
}

/**
 * Returns the limit that delays the name, or undefined if the name can be verified now. If several limits delay the
 * name, returns the limit that ends last.
 */
export async function findNameWait(tx: Tx, ctx: OrganizationContext, name: NameToVerify): Promise<NameWait | undefined> {
  return (await findNameSlot(tx, ctx, name)).wait
}

/**
 * Records a name that is verified in this transaction, so that it counts towards the limits. Returns false, and records
 * nothing, if a limit was reached.
 */
export async function countVerifiedName(tx: Tx, ctx: OrganizationContext, name: NameToVerify): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('verified-names', 0))`.execute(tx)
  const place = await findNameSlot(tx, ctx, name)
  if (place.wait !== undefined || place.isCounted) return place.wait === undefined
  await tx
    .insertInto('verified_names')
    .values({
      host: name.host,
      registrable_domain: await toRegistrableDomain(name.host),
      organization_id: ctx.organization.id,
      user_id: name.userId,
      daily_limit: getDailyLimit(ctx),
      is_reserve: place.isReserve,
      verified_at: ctx.now,
    })
    .execute()
  return true
}

/** Deletes names that were verified more than a week ago, because no limit counts them any more. */
export async function deleteOldVerifiedNames(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('verified_names')
    .where('verified_at', '<=', new Date(now.getTime() - weekMs))
    .execute()
}

interface NameSlot {
  wait: NameWait | undefined
  /** True if the name was verified within a week. The name then already has a certificate. */
  isCounted: boolean
  isReserve: boolean
}

async function findNameSlot(tx: Tx, ctx: OrganizationContext, { host, userId, instanceLimit }: NameToVerify): Promise<NameSlot> {
  const { now, organization } = ctx
  const dailyLimit = getDailyLimit(ctx)
  const own = sql`organization_id = ${organization.id}`
  const findFullUntil = (names: RawBuilder<unknown>, max: number, windowMs: number) => selectFullUntil(tx, { names, max, windowMs, now })

  if ((await findFullUntil(sql`host = ${host}`, 1, weekMs)) !== undefined) return { wait: undefined, isCounted: true, isReserve: false }
  const registrableDomain = await toRegistrableDomain(host)
  const waits: [DomainLimit, Date | undefined][] = [
    ['organization', await findFullUntil(own, dailyLimit, dayMs)],
    ['user', await findFullUntil(sql`user_id = ${userId} and daily_limit = ${dailyLimit}`, dailyLimit, dayMs)],
    ['registrable_domain', await findFullUntil(sql`registrable_domain = ${registrableDomain}`, namesPerRegistrableDomain, weekMs)],
  ]

  const mayUseReserve =
    ((await findFullUntil(own, 1, weekMs)) === undefined || (await isNewOrganization(tx, ctx))) &&
    (await findFullUntil(sql`${own} and is_reserve`, 1, dayMs)) === undefined
  const openLimit = Math.floor(instanceLimit / 2)
  const openUntil = await findFullUntil(sql`not is_reserve`, openLimit, instanceWindowMs)
  const reserveUntil = mayUseReserve ? await findFullUntil(sql`is_reserve`, instanceLimit - openLimit, instanceWindowMs) : openUntil
  const isFull = openUntil !== undefined && reserveUntil !== undefined
  waits.push(['instance', isFull ? new Date(Math.min(openUntil.getTime(), reserveUntil.getTime())) : undefined])

  const [last] = waits
    .flatMap(([limit, until]) => (until === undefined ? [] : { limit, until }))
    .toSorted((one, other) => other.until.getTime() - one.until.getTime())
  return { wait: last, isCounted: false, isReserve: mayUseReserve && reserveUntil === undefined }
}

/**
 * Returns how many names an organization may verify per day: as many as its plan has domains. If the plan does not
 * limit domains, returns `unverifiedDomainsPerOrganization`.
 */
function getDailyLimit({ entitlements }: OrganizationContext): number {
  return Number.isFinite(entitlements.domains) ? entitlements.domains : unverifiedDomainsPerOrganization
}

interface NameWindow {
  /** SQL condition that selects the names to count. */
  names: RawBuilder<unknown>
  max: number
  windowMs: number
  now: Date
}

/** Returns when the window will have fewer than `max` names, or undefined if it has fewer now. */
async function selectFullUntil(tx: Tx, { names, max, windowMs, now }: NameWindow): Promise<Date | undefined> {
  const { rows } = await sql<{ verified_at: Date }>`
    select verified_at from verified_names where ${names} and verified_at > ${new Date(now.getTime() - windowMs)}
    order by verified_at desc offset ${max - 1}::integer limit 1`.execute(tx)
  return rows[0] && new Date(rows[0].verified_at.getTime() + windowMs)
}

async function isNewOrganization(tx: Tx, { organization, now }: OrganizationContext): Promise<boolean> {
  const rows = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organization.id)
    .where('created_at', '>', new Date(now.getTime() - weekMs))
    .execute()
  return rows.length > 0
}

/**
 * Returns the domain that an owner registered, for example `lamps.co.uk`. If the host is a public suffix, returns the
 * host.
 */
async function toRegistrableDomain(host: string): Promise<string> {
  // Imported only when needed, because only jobs need the list of public suffixes.
  const { getDomain } = await import('tldts')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
