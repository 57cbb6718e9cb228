import type { UserId } from '@linkshelf/contract'
import type { IdentityDeps } from '../identity-deps.ts'
import { hashPassword, isOutdatedHash, isPassword } from '../passwords/password-hash.ts'
import { type Attempt, signInLimits } from '../throttle/throttle.ts'
import { type Credentials, selectCredentials, updatePasswordHash } from './user-table.ts'

export type SignInOutcome = { kind: 'signed-in'; userId: UserId } | { kind: 'wrong-password' } | { kind: 'throttled' }

export interface SignInAttempt {
  email: string
  password: string
  /** As `addressGroup` returns it. */
  network: string
}

/**
 * An unknown address and a wrong password have the same outcome, reached by the same work: one query and one hash comparison. Attempts are
 * counted before the password is checked, also for addresses without an account.
 */
export async function signIn(
  { db, throttle, unmatchableHash }: Pick<IdentityDeps, 'db' | 'throttle' | 'unmatchableHash'>,
  { email, password, network }: SignInAttempt,
): Promise<SignInOutcome> {
  const attempts = signInAttempts(email, network)
  if (!(await throttle.consume(...attempts))) return { kind: 'throttled' }

  const user = await selectCredentials(db, email)
  const isMatch = await isPassword(user?.password_hash ?? unmatchableHash, password)
  if (user === undefined || !isMatch) return { kind: 'wrong-password' }

  await throttle.refund(...attempts)
  await rehashOutdated(db, user, password)
  return { kind: 'signed-in', userId: user.id }
}

function signInAttempts(email: string, network: string): Attempt[] {
  const account = email.toLowerCase()
  return [
    { limit: signInLimits.accountFromNetwork, subject: `${account}\0${network}` },
    { limit: signInLimits.account, subject: account },
    { limit: signInLimits.network, subject: network },
  ]
}

async function rehashOutdated(db: IdentityDeps['db'], { id, password_hash }: Credentials, password: string): Promise<void> {
  if (isOutdatedHash(password_hash)) await updatePasswordHash(db, id, password_hash, await hashPassword(password))
}
