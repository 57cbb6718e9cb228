import { createRequestContext, type EndedAccess, logSecurityEvent } from '../../access/index.ts'
import { confirmAddress, TokenUsedError } from '../confirm-address.ts'
import { enqueuePasswordChangedEmail } from '../emails/email-jobs.ts'
import { endedForEmail } from '../ended-access.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { eventSource, type Requester } from '../requester.ts'
import { consumePasswordReset, deletePasswordResets, selectPasswordResetOwner, type TokenOwner } from '../tables/email-token-table.ts'
import { updatePassword } from '../tables/user-table.ts'
import { signInAttempts, signInLimits, tokenLimit } from '../throttle/rate-limits.ts'
import { hashPassword } from './password-hash.ts'
import { passwordProblem } from './password-rules.ts'

export type ResetOutcome =
  | { kind: 'changed'; ended: EndedAccess[] }
  | { kind: 'expired' }
  | { kind: 'rejected'; problem: string }
  | { kind: 'throttled' }

export interface PasswordReset {
  token: string
  password: string
  requester: Requester
}

type ResetDeps = Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'log' | 'throttle' | 'knownDevices' | 'passwordMinLength' | 'accessEnders'>

/**
 * Sets the password of the token's user, once, and signs that user out everywhere: sessions, codes and refresh tokens
 * are deleted, and anything that began earlier is void. It confirms the address as well: the first time, all access
 * that was made before ends. A password that can't be used leaves the token valid.
 */
export async function resetPassword(deps: ResetDeps, { token, password, requester }: PasswordReset): Promise<ResetOutcome> {
  const { db, clock, log, throttle, knownDevices, passwordMinLength } = deps
  const attempt = { limit: tokenLimit, subject: requester.network }
  const source = eventSource(requester)
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const owner = await selectPasswordResetOwner(db, token, clock.now())
  const problem = owner && passwordProblem(password, { email: owner.email, fullName: owner.full_name }, passwordMinLength)
  if (problem !== undefined) {
    await throttle.refund(attempt)
    return { kind: 'rejected', problem }
  }
  const ended = owner && (await setPassword(deps, owner, { token, password, requester }))
  if (owner === undefined || ended === undefined) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'password reset' })
    return { kind: 'expired' }
  }

  await throttle.refund(attempt)
  // The owner may sign in again, however often the old password was guessed. The network's limit
  // over all accounts stays.
  await throttle.reset(...signInAttempts(knownDevices, owner.email, requester).filter(({ limit }) => limit !== signInLimits.network))
  logSecurityEvent(log, 'password_reset.succeeded', { ...source, userId: owner.id })
  return { kind: 'changed', ended }
}

/**
 * The hash is computed while the user is locked: a token costs one hash, an invalid one none. Returns undefined when a
 * concurrent request used the token.
 */
async function setPassword(
  deps: ResetDeps,
  { id, email_confirmed_at }: TokenOwner,
  { token, password, requester }: PasswordReset,
): Promise<EndedAccess[] | undefined> {
  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId: id }, source: 'api', ...eventSource(requester) })
  try {
    return await confirmAddress(deps.accessEnders, ctx, {
      action: 'user.reset_password',
      isConfirmed: email_confirmed_at !== null,
      async work(tx, ended) {
        if (!(await consumePasswordReset(tx, token, ctx.now))) throw new TokenUsedError()
        await deletePasswordResets(tx, id)
        await updatePassword(tx, id, await hashPassword(password))
        await enqueuePasswordChangedEmail(tx, id, endedForEmail(ended))
      },
    })
  } catch (error) {
    if (error instanceof TokenUsedError) return undefined
    throw error
  }
}
