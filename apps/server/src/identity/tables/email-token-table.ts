// Every statement that reads or writes `password_resets`, `pending_sign_ups`, `email_confirmations` and
// `sign_in_links`, which store the tokens of links.
import { createHash, randomBytes } from 'node:crypto'
import type { UserId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    password_resets: { token_hash: Buffer; user_id: UserId; expires_at: Date }
    sign_in_links: { token_hash: Buffer; user_id: UserId; expires_at: Date }
    email_confirmations: { token_hash: Buffer; user_id: UserId; expires_at: Date }
    pending_sign_ups: { token_hash: Buffer; email: string; full_name: string; password_hash: string; expires_at: Date }
  }
}

/** Returns 256 random bits; only their hash is stored. */
export function createEmailToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tables with tokens of users. A token is deleted when it is used. */
export type UserTokenTable = 'password_resets' | 'email_confirmations' | 'sign_in_links'

export async function insertUserToken(db: Db, table: UserTokenTable, token: string, userId: UserId, expiresAt: Date): Promise<void> {
  await db
    .insertInto(table)
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: expiresAt })
    .execute()
}

export interface TokenOwner {
  id: UserId
  email: string
  full_name: string
  password_hash: string
  email_confirmed_at: Date | null
}

/**
 * Returns the user who got the token. Undefined if the token is unknown, used or expired, or the account is disabled.
 */
export function selectTokenOwner(db: Db, table: UserTokenTable, token: string, now: Date): Promise<TokenOwner | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'password_hash', 'email_confirmed_at'])
    .where('id', 'in', db.selectFrom(table).select('user_id').where('token_hash', '=', hashToken(token)).where('expires_at', '>', now))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes the token. Returns false if the token is unknown, used or expired. */
export async function consumeUserToken(tx: Tx, table: UserTokenTable, token: string, now: Date): Promise<boolean> {
  const consumed = await tx.deleteFrom(table).where('token_hash', '=', hashToken(token)).where('expires_at', '>', now).executeTakeFirst()
  return consumed.numDeletedRows === 1n
}

/** Deletes the user's unused tokens. Relies on the table's index of users. */
export async function deleteUserTokens(tx: Tx, table: UserTokenTable, userId: UserId): Promise<void> {
  await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

export async function insertPendingSignUp(db: Db, token: string, request: SignUpRequest, expiresAt: Date): Promise<void> {
  await db
    .insertInto('pending_sign_ups')
    .values({ token_hash: hashToken(token), ...request, expires_at: expiresAt })
    .execute()
}

export function selectPendingSignUp(db: Db, token: string, now: Date): Promise<SignUpRequest | undefined> {
  return db
    .selectFrom('pending_sign_ups')
    .select(['email', 'full_name', 'password_hash'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Returns the token's pending sign-up and deletes all pending sign-ups of its address. Undefined if the token is
 * unknown, used or expired.
 */
export async function consumePendingSignUp(tx: Tx, token: string, now: Date): Promise<SignUpRequest | undefined> {
  const consumed = await tx
    .deleteFrom('pending_sign_ups')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning(['email', 'full_name', 'password_hash'])
    .executeTakeFirst()
  if (consumed !== undefined) await tx.deleteFrom('pending_sign_ups').where(sql`lower(email)`, '=', consumed.email.toLowerCase()).execute()
  return consumed
}

export async function deleteExpiredEmailTokens(db: Db, now: Date): Promise<void> {
  for (const table of ['password_resets', 'pending_sign_ups', 'email_confirmations', 'sign_in_links'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

// Every statement that reads or writes `sign_up_requests`: sign-up forms whose email has not been sent yet.

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    sign_up_requests: { id: string; email: string; full_name: string; password_hash: string; expires_at: Date }
  }
}

export interface SignUpRequest {
  email: string
  full_name: string
  password_hash: string
}

export async function insertSignUpRequest(tx: Tx, id: string, request: SignUpRequest, expiresAt: Date): Promise<void> {
  await tx
    .insertInto('sign_up_requests')
    .values({ id, ...request, expires_at: expiresAt })
    .execute()
}

export function selectSignUpRequest(db: Db, id: string): Promise<SignUpRequest | undefined> {
  return db.selectFrom('sign_up_requests').select(['email', 'full_name', 'password_hash']).where('id', '=', id).executeTakeFirst()
}

export async function deleteSignUpRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sign_up_requests').where('id', '=', id).execute()
}

export async function deleteExpiredSignUpRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_up_requests').where('expires_at', '<=', now).execute()
}
