// Every statement that reads or writes `email_changes` and `email_change_tokens`. A change without `confirmed_at` is
// pending, and a user has at most one pending change. A confirmed change names the address that it replaced. A job
// deletes a change when it expires. Until then, a trigger rejects the former address for every other account.
import type { UserId } from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { hashToken } from './email-token-table.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    email_changes: {
      id: string
      user_id: UserId
      email: string
      session_uid: string
      requested_at: Date
      expires_at: Date
      confirmed_at: Date | null
      former_email: string | null
      is_undoable: Generated<boolean>
    }
    email_change_tokens: { token_hash: Buffer; change_id: string; purpose: TokenPurpose; expires_at: Date }
  }
}

export type TokenPurpose = 'confirm' | 'undo'

export interface PendingChange {
  id: string
  user_id: UserId
  email: string
  /** The provider's id of the session in which the user requested the change. */
  session_uid: string
  requested_at: Date
  expires_at: Date
}

/** Inserts the change and deletes the user's earlier pending change. The caller has locked the user. */
export async function replacePendingChange(tx: Tx, change: PendingChange): Promise<void> {
  await deletePendingChanges(tx, change.user_id)
  await tx.insertInto('email_changes').values(change).execute()
}

/** Returns the new address of the user's pending change. */
export async function selectPendingEmail(db: Db, userId: UserId, now: Date): Promise<string | undefined> {
  const pending = db.selectFrom('email_changes').select('email').where('user_id', '=', userId).where('confirmed_at', 'is', null)
  return (await pending.where('expires_at', '>', now).executeTakeFirst())?.email
}

/** Deletes the pending change that was requested in the session or, if `sessionUid` is omitted, in any session. */
export async function deletePendingChanges(tx: Tx, userId: UserId, sessionUid?: string): Promise<void> {
  const pending = tx.deleteFrom('email_changes').where('user_id', '=', userId).where('confirmed_at', 'is', null)
  await (sessionUid === undefined ? pending : pending.where('session_uid', '=', sessionUid)).execute()
}

/** Deletes the pending change unless it was requested in this session. */
export async function deletePendingChangesOfOthers(tx: Tx, userId: UserId, sessionUid: string): Promise<void> {
  const pending = tx.deleteFrom('email_changes').where('user_id', '=', userId).where('confirmed_at', 'is', null)
  await pending.where('session_uid', '<>', sessionUid).execute()
}

export interface EmailChange {
  user_id: UserId
  email: string
  expires_at: Date
  confirmed_at: Date | null
  former_email: string | null
  is_undoable: boolean
}

export function selectEmailChange(db: Db, id: string): Promise<EmailChange | undefined> {
  return db
    .selectFrom('email_changes')
    .select(['user_id', 'email', 'expires_at', 'confirmed_at', 'former_email', 'is_undoable'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Sets the end of a pending change. */
export async function updatePendingExpiry(db: Db, id: string, expiresAt: Date): Promise<void> {
  await db.updateTable('email_changes').set({ expires_at: expiresAt }).where('id', '=', id).where('confirmed_at', 'is', null).execute()
}

export interface NewChangeToken {
  changeId: string
  purpose: TokenPurpose
  expiresAt: Date
}

/** Inserts the token. Does nothing if the change was deleted. */
export async function insertChangeToken(db: Db, token: string, { changeId, purpose, expiresAt }: NewChangeToken): Promise<void> {
  await sql`insert into email_change_tokens (token_hash, change_id, purpose, expires_at)
    select ${hashToken(token)}, id, ${purpose}, ${expiresAt} from email_changes where id = ${changeId}`.execute(db)
}

export interface TokenChange {
  id: string
  user_id: UserId
  email: string
  session_uid: string
  confirmed_at: Date | null
  former_email: string | null
}

/** Returns the token's change. Undefined if the token is unknown, used or expired, or the account is disabled. */
export function selectChangeByToken(db: Db, purpose: TokenPurpose, token: string, now: Date): Promise<TokenChange | undefined> {
  return queryChangesByToken(db, purpose, token, now).executeTakeFirst()
}

/** Returns the same change as `selectChangeByToken`, and locks it until the transaction ends. */
export function lockChangeByToken(tx: Tx, purpose: TokenPurpose, token: string, now: Date): Promise<TokenChange | undefined> {
  return queryChangesByToken(tx, purpose, token, now).forUpdate('email_changes').executeTakeFirst()
}

function queryChangesByToken(db: Db | Tx, purpose: TokenPurpose, token: string, now: Date) {
  return db
    .selectFrom('email_change_tokens')
    .innerJoin('email_changes', 'email_changes.id', 'email_change_tokens.change_id')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select(['email_changes.id', 'user_id', 'email_changes.email', 'session_uid', 'confirmed_at', 'former_email'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('email_change_tokens.expires_at', '>', now)
    .where('email_changes.confirmed_at', purpose === 'confirm' ? 'is' : 'is not', null)
    .where('users.disabled_at', 'is', null)
}

/** Returns the user's confirmed change that replaced this address. Relies on email_changes_former_email_key. */
export function selectOwnChangeFrom(
  tx: Tx,
  userId: UserId,
  formerEmail: string,
): Promise<{ id: string; confirmed_at: Date | null; is_undoable: boolean } | undefined> {
  return tx
    .selectFrom('email_changes')
    .select(['id', 'confirmed_at', 'is_undoable'])
    .where('user_id', '=', userId)
    .where(sql`lower(former_email)`, '=', formerEmail.toLowerCase())
    .executeTakeFirst()
}

/**
 * Returns whether an account had this address within the last seven days, ignoring case. If `userId` is set, the
 * account of this user does not count.
 */
export async function isFormerAddress(db: Db, email: string, userId?: UserId): Promise<boolean> {
  const former = db.selectFrom('email_changes').select('user_id').where(sql`lower(former_email)`, '=', email.toLowerCase())
  const found = await former.executeTakeFirst()
  return found !== undefined && found.user_id !== userId
}

/** Returns the addresses that the user had within the last seven days. */
export async function selectFormerEmails(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db.selectFrom('email_changes').select('former_email').where('user_id', '=', userId).execute()
  return rows.flatMap(({ former_email }) => former_email ?? [])
}

/** Marks a pending change as confirmed, and deletes its tokens. */
export async function updateConfirmedChange(
  tx: Tx,
  id: string,
  confirmed: { confirmed_at: Date; expires_at: Date; former_email: string; is_undoable: boolean },
): Promise<void> {
  await tx.updateTable('email_changes').set(confirmed).where('id', '=', id).execute()
  await tx.deleteFrom('email_change_tokens').where('change_id', '=', id).execute()
}

export async function deleteEmailChange(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('email_changes').where('id', '=', id).execute()
}

/** Deletes the user's confirmed changes since an instant, including changes at this instant. */
export async function deleteConfirmedChangesSince(tx: Tx, userId: UserId, since: Date): Promise<void> {
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).where('confirmed_at', '>=', since).execute()
}

export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
}
