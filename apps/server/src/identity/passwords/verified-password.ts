import type { UserId } from '@linkshelf/contract'
import type { IdentityDeps } from '../identity-deps.ts'
import { selectSettledPasswordHash } from '../tables/user-table.ts'
import { isPassword } from './password-hash.ts'

/** A password that was entered, and the hash of the account that it matched. */
export interface VerifiedPassword {
  userId: UserId
  password: string
  passwordHash: string
}

/**
 * Returns false when another password has replaced this one since it was verified, and waits for a reset or a change in
 * flight. A sign-in asks after it stored its session: a reset that begins later finds that session, and ends it.
 */
export async function isStillCurrent(
  { db }: Pick<IdentityDeps, 'db'>,
  { userId, password, passwordHash }: VerifiedPassword,
): Promise<boolean> {
  const present = await selectSettledPasswordHash(db, userId)
  if (present === undefined || present === passwordHash) return present !== undefined
  // A hash with outdated parameters is replaced by another one of the same password.
  return isPassword(present, password)
}
