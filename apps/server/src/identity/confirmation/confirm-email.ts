import { createRequestContext, type EndedAccess, logSecurityEvent } from '../../access/index.ts'
import { confirmAddress, TokenUsedError } from '../confirm-address.ts'
import { enqueueConfirmedEmail } from '../emails/email-jobs.ts'
import { endedForEmail } from '../ended-access.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { isPassword } from '../passwords/password-hash.ts'
import type { VerifiedPassword } from '../passwords/verified-password.ts'
import { eventSource, type Requester } from '../requester.ts'
import { consumeEmailConfirmation, selectConfirmationOwner } from '../tables/email-token-table.ts'
import { tokenLimit } from '../throttle/rate-limits.ts'

export type EmailConfirmationOutcome =
  | { kind: 'confirmed'; verified: VerifiedPassword; email: string; ended: EndedAccess[] }
  | { kind: 'wrong-password' }
  | { kind: 'expired' }
  | { kind: 'throttled' }

export interface EmailConfirmation {
  token: string
  password: string
  requester: Requester
}

/**
 * Confirms the address of the token's account, once, and signs its user out everywhere. Requires the password too:
 * an attacker may have created the account with someone else's address. The owner of the address, who follows the link,
 * would otherwise confirm an account whose password the attacker knows.
 */
export async function confirmEmail(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'log' | 'throttle' | 'accountHash' | 'accessEnders'>,
  { token, password, requester }: EmailConfirmation,
): Promise<EmailConfirmationOutcome> {
  const { db, clock, log, throttle } = deps
  const source = eventSource(requester)
  const attempt = { limit: tokenLimit, subject: requester.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const owner = await selectConfirmationOwner(db, token, clock.now())
  if (owner === undefined) return rejectToken()
  if (!(await isPassword(owner.password_hash, password))) {
    logSecurityEvent(log, 'sign_in.failed', { ...source, account: deps.accountHash(owner.email), isKnownDevice: false })
    return { kind: 'wrong-password' }
  }

  const ctx = createRequestContext(deps, { actor: { kind: 'user', userId: owner.id }, source: 'api', ...source })
  try {
    const ended = await confirmAddress(deps.accessEnders, ctx, {
      action: 'user.confirm_email',
      isConfirmed: owner.email_confirmed_at !== null,
      async work(tx, endedAccess) {
        if (!(await consumeEmailConfirmation(tx, token, ctx.now))) throw new TokenUsedError()
        if (endedAccess.length > 0) await enqueueConfirmedEmail(tx, owner.id, endedForEmail(endedAccess))
      },
    })
    await throttle.refund(attempt)
    const verified = { userId: owner.id, password, passwordHash: owner.password_hash }
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
