import { formatWait, type Profile, type UserId } from '@linkshelf/contract'
import {
  createRequestContext,
  fail,
  failRateLimited,
  logSecurityEvent,
  mutate,
  type RevokedAccess,
  type UserContext,
} from '../../access/index.ts'
import { enqueueConfirmationLinkEmail, enqueueEmailConfirmedNotice } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { needsPassword, type VerifiedPassword, verifyPassword } from '../passwords/password-hash.ts'
import { confirmAndRevokeAccess, revokedAccessForEmail, TokenUsedError } from '../revoke-earlier-access.ts'
import { consumeUserToken, selectTokenOwner } from '../tables/email-token-table.ts'
import { lockProfileForUpdate, selectAccount } from '../tables/user-table.ts'
import { type FormRequest, type LoggedThrottle, toEventSource, tokenLimit, toSignUpEmailAttempt } from '../throttle/rate-limits.ts'

export type EmailConfirmationOutcome =
  /** `verified` is undefined if the user confirmed in a signed-in browser. Its session has ended. */
  | { kind: 'confirmed'; verified: VerifiedPassword | undefined; email: string; ended: RevokedAccess[] }
  | { kind: 'wrong-password' }
  | { kind: 'sign-in-required' }
  | { kind: 'expired' }
  | { kind: 'throttled' }

export interface EmailConfirmation {
  token: string
  /** Not compared if the account has no password that can be used here. */
  password: string
  /** The user who is signed in on the browser that opened the link. */
  signedInUserId: UserId | undefined
  request: FormRequest
}

/**
 * Confirms the address of the token's account once, and signs its user out everywhere. It also requires the password
 * or, if the account has none, a sign-in: an attacker may have created the account with another person's address.
 * Otherwise the address owner who follows the link would confirm an account to which the attacker can sign in.
 */
export async function confirmEmail(
  deps: Omit<
    IdentityDeps,
    | 'unmatchableHash'
    | 'signUps'
    | 'instantSignUpsPerHour'
    | 'pendingSignIns'
    | 'keyCipher'
    | 'passkeyChallenges'
    | 'providers'
    | 'signedValues'
  >,
  { token, password, signedInUserId, request }: EmailConfirmation,
): Promise<EmailConfirmationOutcome> {
  const { db, clock, log, throttle } = deps
  const source = toEventSource(request)
  const attempt = { limit: tokenLimit, subject: request.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const owner = await selectTokenOwner(db, 'email_confirmations', token, clock.now())
  if (owner === undefined) return rejectToken()
  const isByPassword = needsPassword(deps, owner)
  if (!isByPassword && signedInUserId !== owner.id) return { kind: 'sign-in-required' }
  if (isByPassword && !(await verifyPassword(owner.password_hash, password))) {
    logSecurityEvent(log, 'sign_in.failed', { ...source, account: deps.hashEmail(owner.email), isKnownDevice: false, method: 'password' })
    return { kind: 'wrong-password' }
  }

  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId: owner.id }, source: 'api', ...source })
  try {
    const ended = await confirmAndRevokeAccess(deps.accessRevocations, ctx, {
      action: 'user.confirm_email',
      isConfirmed: owner.email_confirmed_at !== null,
      keepsProviders: !isByPassword,
      async work(tx, endedAccess) {
        if (!(await consumeUserToken(tx, 'email_confirmations', token, ctx.now))) throw new TokenUsedError()
        if (endedAccess.length > 0) await enqueueEmailConfirmedNotice(tx, owner.id, revokedAccessForEmail(endedAccess))
      },
    })
    await throttle.refund(attempt)
    const verified = isByPassword ? { userId: owner.id, password, passwordHash: owner.password_hash } : undefined
    return { kind: 'confirmed', verified, email: owner.email, ended }
  } catch (error) {
    if (error instanceof TokenUsedError) return rejectToken()
    throw error
  }

  function rejectToken(): EmailConfirmationOutcome {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'email confirmation' })
    return { kind: 'expired' }
  }
}

/**
 * Sends the confirmation email again; links in earlier emails remain valid. If the address is confirmed, sends nothing.
 * Throws TOO_MANY_REQUESTS if sign-ups with the address have caused too many emails.
 */
export async function sendConfirmation({ throttle }: { throttle: LoggedThrottle }, ctx: UserContext): Promise<Profile> {
  const { db, actor, requestId, address } = ctx
  const account = (await selectAccount(db, actor.userId)) ?? fail('SIGN_IN_REQUIRED')
  const isUnconfirmed = account.email_confirmed_at === null
  const reached = isUnconfirmed ? await throttle.consume({ requestId, address }, toSignUpEmailAttempt(account.email)) : undefined
  if (reached !== undefined)
    failRateLimited(reached.retryAfterSeconds, `We sent you several emails already. Try again in ${formatWait(reached.retryAfterSeconds)}.`)
  const mutation = { action: 'user.request_confirmation', entity: 'user', entityId: actor.userId } as const
  return mutate(ctx, mutation, async (tx) => {
    const profile = (await lockProfileForUpdate(tx, actor.userId)) ?? fail('SIGN_IN_REQUIRED')
    if (!profile.email_confirmed) await enqueueConfirmationLinkEmail(tx, actor.userId)
    return profile
  })
}
