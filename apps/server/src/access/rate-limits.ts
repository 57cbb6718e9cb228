// Rate limits bound what one account can use up. Writes are counted in this process, which costs nothing. Creations of
// what everyone shares, or what is never released again, are counted in PostgreSQL for all processes together.
import {
  accountRateLimits,
  type Entitlements,
  type OrganizationId,
  type RateLimitKind,
  rateLimitMessage,
  rateLimitWindowsMs,
} from '@linkshelf/contract'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { createMemoryAttempts, createPostgresAttempts } from '../platform/throttle/attempts.ts'
import { type Attempt, createThrottle, type Throttle } from '../platform/throttle/throttle.ts'
import { failRateLimited } from './app-error.ts'
import type { OrganizationContext, RateLimiters, RequestContext } from './context.ts'
import { logSecurityEvent } from './security-log.ts'

/** The part of a context that names the account to count. An organization without entitlements is being created. */
export interface RateLimitedContext extends Pick<RequestContext, 'actor' | 'requestId' | 'address' | 'log' | 'rateLimiters'> {
  organization?: { id: OrganizationId }
  entitlements?: Entitlements
}

/** Users and organizations that are counted at once; those with the oldest counts are forgotten first. */
const countedInMemory = 50_000

/** Subjects are ids, whose hash needs no secret. */
const secret = 'rate limits of writes'

export function createRateLimiters({ clock }: CoreDeps): RateLimiters {
  return {
    inProcess: createThrottle(createMemoryAttempts(countedInMemory), clock, secret),
    inTransaction: (tx) => createThrottle(createPostgresAttempts(tx), clock, secret),
  }
}

/** Counts one write, or `count`: all of them or none. Throws TOO_MANY_REQUESTS. */
export function rateLimitWrite(ctx: RateLimitedContext, count = 1): Promise<void> {
  return consumeRateLimit(ctx.rateLimiters?.inProcess, 'writes', ctx, count)
}

/** Counts one check of slugs. Throws TOO_MANY_REQUESTS. */
export function rateLimitSlugCheck(ctx: RateLimitedContext): Promise<void> {
  return consumeRateLimit(ctx.rateLimiters?.inProcess, 'slugChecks', ctx)
}

/**
 * Counts one creation, or `count`, and locks the counts until the transaction ends. Throws TOO_MANY_REQUESTS.
 */
export function rateLimitCreation(
  tx: Tx,
  ctx: RateLimitedContext,
  kind: Exclude<RateLimitKind, 'writes' | 'slugChecks'>,
  count = 1,
): Promise<void> {
  return consumeRateLimit(ctx.rateLimiters?.inTransaction(tx), kind, ctx, count)
}

/** Uncounts creations that were undone. */
export async function refundCreation(tx: Tx, ctx: RateLimitedContext, kind: RateLimitKind, count: number): Promise<void> {
  if (count > 0) await ctx.rateLimiters?.inTransaction(tx).refundSeveral(count, ...listAttempts(kind, ctx))
}

/** Returns how much of a limit the organization has used, of one that is counted in PostgreSQL. */
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
  failRateLimited(retryAfterSeconds, rateLimitMessage(kind, max, retryAfterSeconds))
}

/**
 * An organization has the limits of its package. A user has the same for all their organizations with that limit
 * together: more organizations raise no limit, and what is counted in a paid one leaves a free one its own.
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
