// Budgets bound what one account can use up. Writes are counted in this process, which costs nothing; what is scarce,
// because everyone shares it or because it is never given back, is counted in PostgreSQL for all processes together.
import {
  accountBudgets,
  type BudgetKind,
  budgetMessage,
  budgetWindowsMs,
  type Entitlements,
  type OrganizationId,
} from '@linkshelf/contract'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { createMemoryAttempts } from '../platform/throttle/memory-attempts.ts'
import { createPostgresAttempts } from '../platform/throttle/postgres-attempts.ts'
import { type Attempt, createThrottle, type Throttle } from '../platform/throttle/throttle.ts'
import { failRateLimited } from './app-error.ts'
import type { RequestContext, WriteBudgets } from './context.ts'
import { logSecurityEvent } from './security-log.ts'

/** The part of a context that says who spends. An organization without entitlements is being created. */
export interface Spender extends Pick<RequestContext, 'actor' | 'requestId' | 'address' | 'log' | 'budgets'> {
  organization?: { id: OrganizationId }
  entitlements?: Entitlements
}

/** Users and organizations that are counted at once; the ones that spent longest ago are forgotten first. */
const countedInMemory = 50_000

export function createWriteBudgets({ clock }: Pick<Deps, 'clock'>): WriteBudgets {
  const secret = 'write budgets' // subjects are ids: hashing them needs none
  return {
    inProcess: createThrottle(createMemoryAttempts(countedInMemory), clock, secret),
    scarceIn: (tx) => createThrottle(createPostgresAttempts(tx), clock, secret),
  }
}

/** Counts one write. Throws TOO_MANY_REQUESTS. */
export function spendWrite(spender: Spender): Promise<void> {
  return spend(spender.budgets?.inProcess, 'writes', spender)
}

/** Counts one check of slugs. Throws TOO_MANY_REQUESTS. */
export function spendSlugCheck(spender: Spender): Promise<void> {
  return spend(spender.budgets?.inProcess, 'slugChecks', spender)
}

/**
 * Counts one, or `count`, of what is scarce, and locks its counts until the transaction ends. Throws TOO_MANY_REQUESTS.
 */
export function spendScarce(tx: Tx, spender: Spender, kind: Exclude<BudgetKind, 'writes' | 'slugChecks'>, count = 1): Promise<void> {
  return spend(spender.budgets?.scarceIn(tx), kind, spender, count)
}

async function spend(throttle: Throttle | undefined, kind: BudgetKind, spender: Spender, count = 1): Promise<void> {
  const attempts = throttle === undefined ? [] : attemptsOf(kind, spender)
  if (throttle === undefined || attempts.length === 0 || count === 0) return
  const reached = await throttle.consumeSeveral(count, ...attempts)
  if (reached === undefined) return
  const { max, subject, retryAfterSeconds } = reached
  const { log, requestId, address } = spender
  logSecurityEvent(log, 'rate_limit.reached', { requestId, address, limit: `budget of ${kind}`, subject })
  failRateLimited(retryAfterSeconds, budgetMessage(kind, max, retryAfterSeconds))
}

/**
 * An organization has the budgets of its package. A user has the same for all their organizations with that budget
 * together: more organizations make no larger budget, and what is spent in a paid one leaves a free one its own.
 */
function attemptsOf(kind: BudgetKind, { actor, organization, entitlements }: Spender): Attempt[] {
  if (actor.kind === 'system') return []
  const windowMs = budgetWindowsMs[kind]
  if (kind === 'organizations' || kind === 'slugChecks')
    return [{ limit: { kind, max: accountBudgets[kind], windowMs }, subject: actor.userId }]
  if (organization === undefined || entitlements === undefined)
    return [{ limit: { kind, max: accountBudgets.writes, windowMs }, subject: actor.userId }]
  const limit = { kind, max: entitlements.budgets[kind], windowMs }
  return [
    { limit, subject: `${actor.userId} of ${limit.max}` },
    { limit, subject: organization.id },
  ]
}
