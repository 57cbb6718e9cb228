import { randomBytes } from 'node:crypto'
import type { UserId } from '@linkshelf/contract'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { IdentityDeps } from '../identity-deps.ts'
import { selectSettledPasswordHash } from '../tables/user-table.ts'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, parallelism 1. */
const parameters = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

export function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), parameters)
}

/** Takes the same time whether the password is right or wrong. */
export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalized(password))
}

/** Returns true for a hash made with other than the current parameters. */
export function isOutdatedHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(prefix)
}

/** A hash that no password matches: comparing with it takes an unknown address as much time as a known one. */
export function createUnmatchableHash(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64'))
}

/** The same characters typed on two keyboards may have different code points (NIST SP 800-63B-4, 3.1.1.2). */
function normalized(password: string): string {
  return password.normalize('NFKC')
}

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
export async function isStillCurrent({ db }: IdentityDeps, { userId, password, passwordHash }: VerifiedPassword): Promise<boolean> {
  const present = await selectSettledPasswordHash(db, userId)
  if (present === undefined || present === passwordHash) return present !== undefined
  // A hash with outdated parameters is replaced by another one of the same password.
  return isPassword(present, password)
}
