import { logSecurityEvent } from '../../access/index.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { isPassword } from '../passwords/password-hash.ts'
import type { VerifiedPassword } from '../passwords/verified-password.ts'
import { eventSource, type Requester } from '../requester.ts'
import { consumePendingSignUp, selectPendingSignUp } from '../tables/email-token-table.ts'
import { tokenLimit } from '../throttle/rate-limits.ts'
import { createAccount } from './create-account.ts'

export type ConfirmationOutcome =
  | { kind: 'signed-in'; verified: VerifiedPassword; email: string }
  | { kind: 'wrong-password' }
  | { kind: 'expired' }
  | { kind: 'throttled' }

export interface Confirmation {
  token: string
  password: string
  requester: Requester
}

/**
 * Creates the account of a pending sign-up. Requires the password of the form again: otherwise an attacker could fill
 * in the form with someone else's address and know the password of the account that its owner then confirms.
 */
export async function confirmSignUp(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'log' | 'throttle' | 'accountHash'>,
  { token, password, requester }: Confirmation,
): Promise<ConfirmationOutcome> {
  const { db, clock, log, throttle } = deps
  const source = eventSource(requester)
  const attempt = { limit: tokenLimit, subject: requester.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const pending = await selectPendingSignUp(db, token, clock.now())
  if (pending === undefined) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'sign-up' })
    return { kind: 'expired' }
  }
  if (!(await isPassword(pending.password_hash, password))) {
    logSecurityEvent(log, 'sign_in.failed', { ...source, account: deps.accountHash(pending.email), isKnownDevice: false })
    return { kind: 'wrong-password' }
  }

  const confirmed = await db.transaction().execute((tx) => consumePendingSignUp(tx, token, clock.now()))
  if (confirmed === undefined) return { kind: 'expired' }
  await throttle.refund(attempt)
  const { email, full_name: fullName, password_hash: passwordHash } = confirmed
  const userId = await createAccount(deps, { email, fullName, passwordHash, isEmailConfirmed: true })
  if (userId === undefined) return { kind: 'expired' }
  logSecurityEvent(log, 'sign_up.succeeded', { ...source, userId })
  return { kind: 'signed-in', verified: { userId, password, passwordHash }, email }
}
