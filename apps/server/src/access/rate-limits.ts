// Rate limits bound what one account can use. Writes are counted in this process's memory, which is cheap. Creations
// are counted in PostgreSQL, where all processes share the count, because creations consume resources that all
// customers share or that are never released, for example slugs.
import {
  accountRateLimits,
  type Entitlements,
  formatRateLimitMessage,
  type OrganizationId,
  type RateLimitKind,
  rateLimitWindowsMs,
} from '@linkshelf/contract'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { createMemoryAttempts, createPostgresAttempts } from '../platform/throttle/attempts.ts'
import { type Attempt, createThrottle, type Throttle } from '../platform/throttle/throttle.ts'
import { failRateLimited } from './app-error.ts'
import type { OrganizationContext, RateLimiters, RequestContext } from './context.ts'
import { logSecurityEvent } from './security-log.ts'

/**
 * The part of a context that identifies the account. If `organization` is set without `entitlements`, the organization
 * is being created.
 */
export interface RateLimitedContext extends Pick<RequestContext, 'actor' | 'requestId' | 'address' | 'log' | 'rateLimiters'> {
  organization?: { id: OrganizationId }
  entitlements?: Entitlements
}

/**
 * Maximum number of users and organizations that are counted in memory. If there are more, the oldest counts are
 * forgotten first.
 */
const countedInMemory = 50_000

/** The throttle hashes the counted subjects with this key. The key need not be secret, because the subjects are ids. */
const secret = 'rate limits of writes'

export function createRateLimiters({ clock }: CoreDeps): RateLimiters {
  return {
    inProcess: createThrottle(createMemoryAttempts(countedInMemory), clock, secret),
    inTransaction: (tx) => createThrottle(createPostgresAttempts(tx), clock, secret),
  }
}

/** Counts one write, or `count` writes. Counts either all of them or none. Throws TOO_MANY_REQUESTS. */
export function rateLimitWrite(ctx: RateLimitedContext, count = 1): Promise<void> {
  return consumeRateLimit(ctx.rateLimiters?.inProcess, 'writes', ctx, count)
}

/** Counts one slug check. Throws TOO_MANY_REQUESTS. */
export function rateLimitSlugCheck(ctx: RateLimitedContext): Promise<void> {
  return consumeRateLimit(ctx.rateLimiters?.inProcess, 'slugChecks', ctx)
}

/**
 * Counts one creation, or `count` creations. Locks the counters until the transaction ends. Throws TOO_MANY_REQUESTS.
 */
export function rateLimitCreation(
  tx: Tx,
  ctx: RateLimitedContext,
  kind: Exclude<RateLimitKind, 'writes' | 'slugChecks'>,
  count = 1,
): Promise<void> {
  return consumeRateLimit(ctx.rateLimiters?.inTransaction(tx), kind, ctx, count)
}

/** Subtracts `count` creations that were undone from the counters of their rate limit. */
export async function refundCreation(tx: Tx, ctx: RateLimitedContext, kind: RateLimitKind, count: number): Promise<void> {
  if (count > 0) await ctx.rateLimiters?.inTransaction(tx).refundSeveral(count, ...listAttempts(kind, ctx))
}

/** Returns how much of a rate limit the organization has used. The rate limit must be counted in PostgreSQL. */
export function countRateLimitUse(
  tx: Tx,
  { organization, entitlements, now }: OrganizationContext,
  kind: 'projects' | 'chosenSlugs' | 'storeNames' | 'invitations',
): Promise<number> {
  const limit = { kind, max: entitlements.rateLimits[kind], windowMs: rateLimitWindowsMs[kind] }
  return createThrottle(createPostgresAttempts(tx), { now: () => now }, secret).count({ limit, subject: organization.id })
}

async function consumeRateLimit(throttle: Throttle | undefined, kind: RateLimitKind, ctx: RateLimitedContext, count = 1): Promise<void> {
  const attempts = throttle === undefined ? [] : listAttempts(kind, ctx)
  if (throttle === undefined || attempts.length === 0 || count === 0) return
  const reached = await throttle.consumeSeveral(count, ...attempts)
  if (reached === undefined) return
  const { max, subject, retryAfterSeconds } = reached
  const { log, requestId, address } = ctx
  logSecurityEvent(log, 'rate_limit.reached', { requestId, address, limit: `${kind} of an account`, subject })
  failRateLimited(retryAfterSeconds, formatRateLimitMessage(kind, max, retryAfterSeconds))
}

/**
 * Lists the counters that a request increments. An organization has the rate limits of its package. In addition, a
 * user's organizations with the same limit share one counter, so creating more organizations raises no limit. What a
 * user consumes in a paid organization does not reduce what remains in a free organization, because their limits
 * differ.
 */
function listAttempts(kind: RateLimitKind, { actor, organization, entitlements }: RateLimitedContext): Attempt[] {
  if (actor.kind === 'system') return []
  const windowMs = rateLimitWindowsMs[kind]
  if (kind === 'organizations' || kind === 'slugChecks')
    return [{ limit: { kind, max: accountRateLimits[kind], windowMs }, subject: actor.userId }]
  if (organization === undefined || entitlements === undefined)
    return [{ limit: { kind, max: accountRateLimits.writes, windowMs }, subject: actor.userId }]
  const limit = { kind, max: entitlements.rateLimits[kind], windowMs }
  return [
    { limit, subject: `${actor.userId} of ${limit.max}` },
    { limit, subject: organization.id },
  ]
}
