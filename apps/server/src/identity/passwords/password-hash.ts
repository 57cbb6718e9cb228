import { randomBytes } from 'node:crypto'
import type { UserId } from '@linkshelf/contract'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { IdentityDeps } from '../identity-deps.ts'
import { revokedHashPrefix, selectSettledCredentials } from '../tables/user-table.ts'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, parallelism 1. */
const parameters = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`

export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), parameters)
}

/**
 * Returns whether the password matches the hash, and was not revoked. Takes the same time for a right, a wrong and a
 * revoked password.
 */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await matchesHash(passwordHash, password)) && !passwordHash.startsWith(revokedHashPrefix)
}

/** Returns whether the password is the one that was revoked. */
export async function isRevokedPassword(passwordHash: string, password: string): Promise<boolean> {
  return passwordHash.startsWith(revokedHashPrefix) && (await matchesHash(passwordHash, password))
}

function matchesHash(passwordHash: string, password: string): Promise<boolean> {
  const hashed = passwordHash.startsWith(revokedHashPrefix) ? passwordHash.slice(revokedHashPrefix.length) : passwordHash
  return verify(hashed, normalizePassword(password))
}

export function isOutdatedHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(prefix)
}

/**
 * Creates the hash of an account without a password. If an address is unknown, comparing with this hash takes as long
 * as with a real hash.
 */
export async function createUnmatchableHash(): Promise<string> {
  return `${revokedHashPrefix}${await hashPassword(randomBytes(32).toString('base64'))}`
}

/** Returns whether a password can match the hash. */
export function hasPassword({ password_hash }: { password_hash: string }): boolean {
  return !password_hash.startsWith(revokedHashPrefix)
}

/** Returns whether a user proves with a password that the account is theirs. Always false with OIDC_ONLY. */
export function needsPassword({ isProviderOnly }: Pick<IdentityDeps, 'isProviderOnly'>, account: { password_hash: string }): boolean {
  return hasPassword(account) && !isProviderOnly
}

/**
 * Normalizes a password, because two keyboards may produce different code points for the same characters (NIST SP
 * 800-63B-4, 3.1.1.2).
 */
function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

/** A password that was entered, and the account's hash that it matched. */
export interface VerifiedPassword {
  userId: UserId
  password: string
  passwordHash: string
}

/**
 * Returns false if a new password has replaced this password since it was verified. Waits for a concurrent reset or
 * change. A sign-in calls this after it has stored its session, because a reset that begins later finds the session and
 * ends it.
 */
export async function isCurrentPassword(
  { db }: Pick<IdentityDeps, 'db'>,
  { userId, password, passwordHash }: VerifiedPassword,
): Promise<boolean> {
  const present = (await selectSettledCredentials(db, userId))?.password_hash
  if (present === undefined || present === passwordHash) return present !== undefined
  // The hash can differ although the password is the same: a hash with outdated parameters is replaced.
  return verifyPassword(present, password)
}
