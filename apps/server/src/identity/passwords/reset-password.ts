import type { UserId } from '@linkshelf/contract'
import { logSecurityEvent } from '../../access/index.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { updatePassword } from '../accounts/user-table.ts'
import { enqueuePasswordChangedEmail } from '../emails/email-jobs.ts'
import { consumePasswordReset, selectPasswordResetOwner } from '../emails/email-token-table.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { deleteUserState } from '../provider/identity-state-table.ts'
import { eventSource, type Requester } from '../requester.ts'
import { updateAllSignedOut } from '../sessions/session-table.ts'
import { signInAttempts, signInLimits, tokenLimit } from '../throttle/rate-limits.ts'
import { hashPassword } from './password-hash.ts'
import { passwordProblem } from './password-rules.ts'

export type ResetOutcome = { kind: 'changed' } | { kind: 'expired' } | { kind: 'rejected'; problem: string } | { kind: 'throttled' }

export interface PasswordReset {
  token: string
  password: string
  requester: Requester
}

/**
 * Sets the password of the token's user, once, and signs that user out everywhere: sessions, codes and refresh tokens are deleted, and anything
 * that began earlier is void. A password that can't be used leaves the token valid. The hash is computed while the token's row is locked: a token costs
 * one hash, an invalid one none.
 */
export async function resetPassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'log' | 'throttle' | 'knownDevices' | 'passwordMinLength'>,
  { token, password, requester }: PasswordReset,
): Promise<ResetOutcome> {
  const { db, clock, log, throttle, knownDevices, passwordMinLength } = deps
  const attempt = { limit: tokenLimit, subject: requester.network }
  const source = eventSource(requester)
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const now = clock.now()
  const owner = await selectPasswordResetOwner(db, token, now)
  const problem = owner && passwordProblem(password, owner, passwordMinLength)
  if (problem !== undefined) {
    await throttle.refund(attempt)
    return { kind: 'rejected', problem }
  }
  const changed = owner && (await setPassword(db, token, password, now))
  if (changed === undefined) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'password reset' })
    return { kind: 'expired' }
  }

  await throttle.refund(attempt)
  // The owner may sign in again, however often the old password was guessed. The network's limit over all accounts stays.
  await throttle.reset(...signInAttempts(knownDevices, changed.email, requester).filter(({ limit }) => limit !== signInLimits.network))
  logSecurityEvent(log, 'password_reset.succeeded', { ...source, userId: changed.userId })
  return { kind: 'changed' }
}

/** Returns undefined when a concurrent request consumed the token. */
function setPassword(db: Db, token: string, password: string, now: Date): Promise<{ userId: UserId; email: string } | undefined> {
  return db.transaction().execute(async (tx) => {
    const userId = await consumePasswordReset(tx, token, now)
    if (userId === undefined) return undefined
    const email = await updatePassword(tx, userId, await hashPassword(password), now)
    await updateAllSignedOut(tx, userId, now)
    await deleteUserState(tx, userId)
    await enqueuePasswordChangedEmail(tx, userId)
    return { userId, email }
  })
}
