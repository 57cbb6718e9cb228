import type { UserId } from '@linkshelf/contract'
import { consumePendingSignUp, selectPendingSignUp } from '../emails/email-token-table.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { isPassword } from '../passwords/password-hash.ts'
import type { Requester } from '../requester.ts'
import { tokenLimit } from '../throttle/rate-limits.ts'
import { createAccount } from './create-account.ts'

export type ConfirmationOutcome =
  | { kind: 'signed-in'; userId: UserId; email: string }
  | { kind: 'wrong-password' }
  | { kind: 'expired' }
  | { kind: 'throttled' }

export interface Confirmation {
  token: string
  password: string
  requester: Requester
}

/**
 * Creates the account of a pending sign-up. Requires the password of the form again: otherwise an attacker could fill in the form with someone
 * else's address and know the password of the account that its owner then confirms.
 */
export async function confirmSignUp(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'throttle'>,
  { token, password, requester }: Confirmation,
): Promise<ConfirmationOutcome> {
  const { db, clock, throttle } = deps
  const attempt = { limit: tokenLimit, subject: requester.network }
  if ((await throttle.consume(attempt)) !== undefined) return { kind: 'throttled' }

  const pending = await selectPendingSignUp(db, token, clock.now())
  if (pending === undefined) return { kind: 'expired' }
  if (!(await isPassword(pending.password_hash, password))) return { kind: 'wrong-password' }

  const confirmed = await db.transaction().execute((tx) => consumePendingSignUp(tx, token, clock.now()))
  if (confirmed === undefined) return { kind: 'expired' }
  await throttle.refund(attempt)
  const { email, full_name: fullName, password_hash: passwordHash } = confirmed
  const userId = await createAccount(deps, { email, fullName, passwordHash })
  return userId === undefined ? { kind: 'expired' } : { kind: 'signed-in', userId, email }
}
