// A user who lost the phone and the recovery codes resets two-step sign-in in these steps:
// 1. After the right password, or a sign-in at another identity provider, the user asks for an email.
// 2. The link in the email and the password, if the account has one, start the reset.
// 3. For three days, emails and banners warn the user. The reset ends if somebody stops it by the link in the email or
//    in any session, or enters a code.
// 4. A job turns two-step sign-in off and ends all sessions.
import type { UserId } from '@linkshelf/contract'
import { createRequestContext, fail, ignoreDeleted, logSecurityEvent, mutate, type UserContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { enqueueResetLink, enqueueResetStarted, enqueueSecondFactorNotice } from '../codes/second-factor-emails.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { confirmPassword } from '../passwords/change-password.ts'
import { needsPassword } from '../passwords/password-hash.ts'
import { TokenUsedError } from '../revoke-earlier-access.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import {
  consumeResetToken,
  deleteReset,
  insertReset,
  selectDueResets,
  selectResetDueAt,
  selectResetTokenUser,
} from '../tables/second-factor-reset-table.ts'
import { deleteTotp } from '../tables/second-factor-table.ts'
import { lockSessionsForUpdate } from '../tables/session-table.ts'
import { lockProfileForUpdate, selectCredentialsByUserId } from '../tables/user-table.ts'
import { type FormRequest, resetLinkLimit, toEventSource, tokenLimit } from '../throttle/rate-limits.ts'

/** How long the user is warned before two-step sign-in is turned off. */
const waitMs = 3 * 24 * 60 * 60_000

/** Emails the link that starts a reset, to a user who has begun to sign in. Returns false if a limit is reached. */
export async function requestResetLink(
  { db, throttle }: Pick<IdentityDeps, 'db' | 'throttle'>,
  { userId, request }: { userId: UserId; request: FormRequest },
): Promise<boolean> {
  if ((await throttle.consume(toEventSource(request), { limit: resetLinkLimit, subject: userId })) !== undefined) return false
  await db.transaction().execute((tx) => enqueueResetLink(tx, userId))
  return true
}

type ResetDeps = Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'log' | 'hasPlans' | 'throttle' | 'isProviderOnly'>
interface ResetToken {
  token: string
  request: FormRequest
}

/**
 * Starts the reset. A reset that has already begun keeps its day. `password` is ignored if the account has none.
 * Returns when two-step sign-in is turned off. Returns undefined if the token is unknown, used or expired. Throws
 * PASSWORD_WRONG, and TOO_MANY_REQUESTS after too many wrong tokens or passwords.
 */
export async function startReset(
  deps: ResetDeps,
  { token, password, request }: ResetToken & { password: string },
): Promise<Date | undefined> {
  const ctx = await findTokenContext(deps, 'request', { token, request })
  const user = ctx && (await selectCredentialsByUserId(deps.db, ctx.actor.userId))
  if (ctx === undefined || user === undefined || user.disabled_at !== null) return undefined
  if (needsPassword(deps, user)) await confirmPassword(deps, ctx, { user, password })
  return ignoreUsedToken(
    mutate(ctx, { action: 'user.request_second_factor_reset', entity: 'user', entityId: user.id }, async (tx, change) => {
      await lockProfileForUpdate(tx, user.id)
      if (!(await consumeResetToken(tx, 'request', token, ctx.now))) throw new TokenUsedError()
      const { dueAt, isNew } = await insertReset(tx, { userId: user.id, now: ctx.now, dueAt: new Date(ctx.now.getTime() + waitMs) })
      change.after = { due_at: dueAt }
      if (isNew) await enqueueResetStarted(tx, user.id)
      return dueAt
    }),
  )
}

/** Stops the reset by the link in the email. Returns false if the token is unknown, used or expired. */
export async function stopResetByToken(deps: ResetDeps, { token, request }: ResetToken): Promise<boolean> {
  const ctx = await findTokenContext(deps, 'stop', { token, request })
  if (ctx === undefined) return false
  const { userId } = ctx.actor
  const stopped = await ignoreUsedToken(
    mutate(ctx, { action: 'user.cancel_second_factor_reset', entity: 'user', entityId: userId }, async (tx) => {
      await lockProfileForUpdate(tx, userId)
      if (!(await consumeResetToken(tx, 'stop', token, ctx.now)) || !(await deleteReset(tx, userId))) throw new TokenUsedError()
      return true
    }),
  )
  return stopped ?? false
}

/** Stops the reset in a session of the user. If there is none, changes nothing. Throws SIGN_IN_REQUIRED. */
export function stopReset(ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'user.cancel_second_factor_reset', entity: 'user', entityId: userId }, async (tx) => {
    await requireSignedIn(tx, ctx)
    if ((await lockProfileForUpdate(tx, userId)) === undefined) fail('SIGN_IN_REQUIRED')
    await deleteReset(tx, userId)
  })
}

/** The job: turns two-step sign-in off for all users whose three days are over, and signs them out everywhere. */
export async function finishDueResets(deps: CoreDeps): Promise<void> {
  for (const userId of await selectDueResets(deps.db, deps.clock.now())) {
    const ctx = createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'job' })
    await ignoreDeleted(
      mutate(ctx, { action: 'user.reset_second_factor', entity: 'user', entityId: userId }, async (tx, change) => {
        await lockSessionsForUpdate(tx, userId) // in the lock order of `mutate`
        await lockProfileForUpdate(tx, userId)
        const dueAt = await selectResetDueAt(tx, userId)
        if (dueAt === undefined || dueAt > ctx.now) fail('NOT_FOUND')
        // Deletes the recovery codes and the reset too.
        await deleteTotp(tx, userId)
        change.after = { sessions: await endAllSessions(tx, userId, ctx.now) }
        await enqueueSecondFactorNotice(tx, userId, 'reset')
      }),
    )
  }
}

/** Counts the attempt, and returns the context of the token's user. Throws TOO_MANY_REQUESTS. */
async function findTokenContext(deps: ResetDeps, purpose: 'request' | 'stop', { token, request }: ResetToken) {
  const source = toEventSource(request)
  const attempt = { limit: tokenLimit, subject: request.network }
  if ((await deps.throttle.consume(source, attempt)) !== undefined) fail('TOO_MANY_REQUESTS')
  const userId = await selectResetTokenUser(deps.db, purpose, token, deps.clock.now())
  if (userId === undefined) {
    logSecurityEvent(deps.log, 'email_token.rejected', { ...source, purpose: 'reset of two-step sign-in' })
    return undefined
  }
  await deps.throttle.refund(attempt)
  return createRequestContext(deps, { actor: { kind: 'user', userId } as const, source: 'api', ...source })
}

async function ignoreUsedToken<T>(mutation: Promise<T>): Promise<T | undefined> {
  try {
    return await mutation
  } catch (error) {
    if (error instanceof TokenUsedError) return undefined
    throw error
  }
}
