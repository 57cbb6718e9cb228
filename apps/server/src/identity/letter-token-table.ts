// Every statement that touches `password_resets` and `pending_sign_ups` is here: what a link in a letter stands for.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    password_resets: { token_hash: Buffer; user_id: string; expires_at: Date }
    pending_sign_ups: { token_hash: Buffer; email: string; full_name: string; password_hash: string; expires_at: Date }
  }
}

/** 256 random bits; only their hash is stored. */
export function makeLetterToken(): string {
  return randomBytes(32).toString('base64url')
}

export async function insertPasswordReset(db: Db, token: string, userId: string, expiresAt: Date): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ token_hash: hashOf(token), user_id: userId, expires_at: expiresAt })
    .execute()
}

export async function isPasswordResetOpen(db: Db, token: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('password_resets')
    .select('expires_at')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Whose password may be set, for the one who takes it: taking it uses it up, and every other reset of that person with it. */
export async function takePasswordReset(tx: Tx, token: string, now: Date): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (taken === undefined) return undefined
  await tx.deleteFrom('password_resets').where('user_id', '=', taken.user_id).execute()
  return taken.user_id
}

export interface PendingSignUp {
  email: string
  full_name: string
  password_hash: string
}

export async function insertPendingSignUp(db: Db, token: string, pending: PendingSignUp, expiresAt: Date): Promise<void> {
  await db
    .insertInto('pending_sign_ups')
    .values({ token_hash: hashOf(token), ...pending, expires_at: expiresAt })
    .execute()
}

export function selectPendingSignUp(db: Db, token: string, now: Date): Promise<PendingSignUp | undefined> {
  return db
    .selectFrom('pending_sign_ups')
    .select(['email', 'full_name', 'password_hash'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** For the one who takes it; with it go all others for the same address. */
export async function takePendingSignUp(tx: Tx, token: string, now: Date): Promise<PendingSignUp | undefined> {
  const taken = await tx
    .deleteFrom('pending_sign_ups')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .returning(['email', 'full_name', 'password_hash'])
    .executeTakeFirst()
  if (taken !== undefined) await tx.deleteFrom('pending_sign_ups').where(sql`lower(email)`, '=', taken.email.toLowerCase()).execute()
  return taken
}

export async function deleteExpiredLetterTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
  await db.deleteFrom('pending_sign_ups').where('expires_at', '<=', now).execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
