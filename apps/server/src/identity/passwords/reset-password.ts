import { createRequestContext, logSecurityEvent, type RevokedAccess } from '../../access/index.ts'
import { enqueuePasswordChangedEmail, enqueuePasswordResetEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { confirmAndRevokeAccess, revokedAccessForEmail, TokenUsedError } from '../revoke-earlier-access.ts'
import { consumeUserToken, deleteUserTokens, selectTokenOwner, type TokenOwner } from '../tables/email-token-table.ts'
import { updatePassword } from '../tables/user-table.ts'
import {
  type FormRequest,
  listResetAttempts,
  listSignInAttempts,
  resetRequestLimit,
  signInLimits,
  toEventSource,
  tokenLimit,
} from '../throttle/rate-limits.ts'
import { hashPassword, isRevokedPassword } from './password-hash.ts'
import { findPasswordProblem, passwordMessages } from './password-rules.ts'

/**
 * Requests a password reset email. Does the same work for every address: the job looks up whether the address has an
 * account, so neither the text nor the time of the response shows it. If the address has reached its limit, sends no
 * email, but the outcome is still `requested`.
 */
export async function requestPasswordReset(
  { db, throttle, knownDevices, log, hashEmail }: IdentityDeps,
  { email, request }: { email: string; request: FormRequest },
): Promise<'requested' | 'throttled'> {
  const source = toEventSource(request)
  const reached = await throttle.consume(source, ...listResetAttempts(knownDevices, email, request))
  if (reached === resetRequestLimit) return 'throttled'
  if (reached !== undefined) return 'requested'
  await db.transaction().execute((tx) => enqueuePasswordResetEmail(tx, email))
  logSecurityEvent(log, 'password_reset.requested', { ...source, account: hashEmail(email) })
  return 'requested'
}

export type ResetOutcome =
  | { kind: 'changed'; ended: RevokedAccess[] }
  | { kind: 'expired' }
  | { kind: 'rejected'; problem: string }
  | { kind: 'throttled' }

export interface PasswordReset {
  token: string
  password: string
  request: FormRequest
}

type ResetDeps = Pick<
  IdentityDeps,
  'db' | 'clock' | 'ids' | 'log' | 'hasPlans' | 'throttle' | 'knownDevices' | 'passwordMinLength' | 'accessRevocations'
>

/**
 * Sets the password of the token's user once, and signs that user out everywhere: sessions, codes and refresh tokens
 * are deleted, and any sign-in that began earlier is void. The reset also confirms the address. At the first
 * confirmation, all access that was given before ends. If the password can't be used, the token stays valid.
 */
export async function resetPassword(deps: ResetDeps, { token, password, request }: PasswordReset): Promise<ResetOutcome> {
  const { db, clock, log, throttle, knownDevices, passwordMinLength } = deps
  const attempt = { limit: tokenLimit, subject: request.network }
  const source = toEventSource(request)
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const owner = await selectTokenOwner(db, 'password_resets', token, clock.now())
  const problem = owner && (await findResetProblem(owner, password, passwordMinLength))
  if (problem !== undefined) {
    await throttle.refund(attempt)
    return { kind: 'rejected', problem }
  }
  const ended = owner && (await setPassword(deps, owner, { token, password, request }))
  if (owner === undefined || ended === undefined) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'password reset' })
    return { kind: 'expired' }
  }

  await throttle.refund(attempt)
  // Resets the account's sign-in limits, so that the owner can sign in however often the old password was guessed. The
  // network's limit over all accounts is not reset.
  await throttle.reset(...listSignInAttempts(knownDevices, owner.email, request).filter(({ limit }) => limit !== signInLimits.network))
  logSecurityEvent(log, 'password_reset.succeeded', { ...source, userId: owner.id })
  return { kind: 'changed', ended }
}

async function findResetProblem({ email, full_name, password_hash }: TokenOwner, password: string, minLength: number) {
  const problem = findPasswordProblem(password, { email, fullName: full_name }, minLength)
  if (problem !== undefined) return problem
  return (await isRevokedPassword(password_hash, password)) ? passwordMessages.revoked : undefined
}

/**
 * Sets the password and uses up the token. The hash is computed while the user is locked, so a valid token costs one
 * hash and an invalid token costs nothing. Returns undefined if a concurrent request used the token.
 */
async function setPassword(
  deps: ResetDeps,
  { id, email_confirmed_at }: TokenOwner,
  { token, password, request }: PasswordReset,
): Promise<RevokedAccess[] | undefined> {
  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId: id }, source: 'api', ...toEventSource(request) })
  try {
    return await confirmAndRevokeAccess(deps.accessRevocations, ctx, {
      action: 'user.reset_password',
      isConfirmed: email_confirmed_at !== null,
      async work(tx, ended) {
        if (!(await consumeUserToken(tx, 'password_resets', token, ctx.now))) throw new TokenUsedError()
        await deleteUserTokens(tx, 'password_resets', id)
        await updatePassword(tx, id, await hashPassword(password))
        await enqueuePasswordChangedEmail(tx, id, revokedAccessForEmail(ended))
      },
    })
  } catch (error) {
    if (error instanceof TokenUsedError) return undefined
    throw error
  }
}
