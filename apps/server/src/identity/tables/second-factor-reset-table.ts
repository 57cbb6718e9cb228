// Every statement that writes `second_factor_resets`, and every statement on `second_factor_reset_tokens`.
import type { UserId } from '@linkshelf/contract'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { hashToken } from './email-token-table.ts'

export type ResetTokenPurpose = 'request' | 'stop'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    second_factor_resets: { user_id: UserId; requested_at: Date; due_at: Date }
    second_factor_reset_tokens: { token_hash: Buffer; user_id: UserId; purpose: ResetTokenPurpose; expires_at: Date }
  }
}

/** Inserts the reset unless the user has one. Returns when the user's reset is due, and whether it was inserted. */
export async function insertReset(tx: Tx, reset: { userId: UserId; now: Date; dueAt: Date }): Promise<{ dueAt: Date; isNew: boolean }> {
  const inserted = await tx
    .insertInto('second_factor_resets')
    .values({ user_id: reset.userId, requested_at: reset.now, due_at: reset.dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const dueAt = (await selectResetDueAt(tx, reset.userId)) ?? reset.dueAt
  return { dueAt, isNew: inserted.numInsertedOrUpdatedRows === 1n }
}

export async function selectResetDueAt(db: Db | Tx, userId: UserId): Promise<Date | undefined> {
  return (await db.selectFrom('second_factor_resets').select('due_at').where('user_id', '=', userId).executeTakeFirst())?.due_at
}

/** Relies on second_factor_resets_due_at_idx. */
export async function selectDueResets(db: Db, now: Date): Promise<UserId[]> {
  const due = await db.selectFrom('second_factor_resets').select('user_id').where('due_at', '<=', now).execute()
  return due.map(({ user_id }) => user_id)
}

/** Deletes the reset and the links that request or stop one. Returns false if there is no reset. */
export async function deleteReset(tx: Tx, userId: UserId): Promise<boolean> {
  await tx.deleteFrom('second_factor_reset_tokens').where('user_id', '=', userId).execute()
  const deleted = await tx.deleteFrom('second_factor_resets').where('user_id', '=', userId).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export async function insertResetToken(
  db: Db,
  token: string,
  { userId, purpose, expiresAt }: { userId: UserId; purpose: ResetTokenPurpose; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('second_factor_reset_tokens')
    .values({ token_hash: hashToken(token), user_id: userId, purpose, expires_at: expiresAt })
    .execute()
}

/** Returns the user who got the token. Undefined if it is unknown, used or expired. */
export async function selectResetTokenUser(db: Db, purpose: ResetTokenPurpose, token: string, now: Date): Promise<UserId | undefined> {
  const tokens = db.selectFrom('second_factor_reset_tokens').select('user_id').where('token_hash', '=', hashToken(token))
  return (await tokens.where('purpose', '=', purpose).where('expires_at', '>', now).executeTakeFirst())?.user_id
}

/** Deletes the token. Returns false if it is unknown, used or expired. */
export async function consumeResetToken(tx: Tx, purpose: ResetTokenPurpose, token: string, now: Date): Promise<boolean> {
  const tokens = tx.deleteFrom('second_factor_reset_tokens').where('token_hash', '=', hashToken(token))
  const deleted = await tokens.where('purpose', '=', purpose).where('expires_at', '>', now).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Relies on second_factor_reset_tokens_expires_at_idx. */
export async function deleteExpiredResetTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('second_factor_reset_tokens').where('expires_at', '<=', now).execute()
}
