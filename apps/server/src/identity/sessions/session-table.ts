// Every statement on `user_sessions`.
import type { DeviceKind, SessionId, UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    user_sessions: {
      id: SessionId
      uid: string
      user_id: UserId
      device: DeviceKind | null
      browser: string | null
      os: string | null
      country: string | null
      signed_in_at: Date
      last_used_at: Date
      confirmed_at: Date | null
      signed_out_at: Date | null
    }
  }
}

export type SessionRow = Selectable<Tables['user_sessions']>
export type SessionUse = Omit<SessionRow, 'confirmed_at' | 'signed_out_at'>

/** Stores the latest use of a session. One that was signed out stays so, unless the user has signed in again since. */
export async function upsertSession(db: Db, use: SessionUse): Promise<void> {
  const { id: _id, uid: _uid, ...latest } = use
  await db
    .insertInto('user_sessions')
    .values({ ...use, confirmed_at: null, signed_out_at: null })
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet({
        ...latest,
        // A sign-in is known to the second.
        signed_out_at: sql`case when excluded.signed_in_at < date_trunc('second', user_sessions.signed_out_at) then user_sessions.signed_out_at end`,
      }),
    )
    .execute()
}

/** What decides whether a sign-in in the session with this `uid` is still valid. */
export function selectSessionEnd(db: Db, uid: string): Promise<Pick<SessionRow, 'confirmed_at' | 'signed_out_at'> | undefined> {
  return db.selectFrom('user_sessions').select(['confirmed_at', 'signed_out_at']).where('uid', '=', uid).executeTakeFirst()
}

/** The user's sessions that the identity provider still has, most recently used first. Relies on user_sessions_user_id_idx. */
export function selectSessions(tx: Tx, userId: UserId, now: Date): Promise<SessionRow[]> {
  return tx
    .selectFrom('user_sessions')
    .selectAll('user_sessions')
    .where('user_sessions.user_id', '=', userId)
    .where('signed_out_at', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('identity_state')
          .select('kind')
          .where('kind', '=', 'Session')
          .whereRef('session_uid', '=', 'user_sessions.uid')
          .where('expires_at', '>', now),
      ),
    )
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Every session of the user, locked in order until the transaction ends. */
export function lockSessionsForUpdate(tx: Tx, userId: UserId): Promise<SessionRow[]> {
  return tx.selectFrom('user_sessions').selectAll().where('user_id', '=', userId).orderBy('id').forUpdate().execute()
}

export async function updateSignedOut(db: Db | Tx, uids: readonly string[], signedOutAt: Date): Promise<void> {
  if (uids.length === 0) return
  await db
    .updateTable('user_sessions')
    .set({ signed_out_at: signedOutAt })
    .where('uid', 'in', uids)
    .where('signed_out_at', 'is', null)
    .execute()
}

export async function updateAllSignedOut(tx: Tx, userId: UserId, signedOutAt: Date): Promise<void> {
  await tx
    .updateTable('user_sessions')
    .set({ signed_out_at: signedOutAt })
    .where('user_id', '=', userId)
    .where('signed_out_at', 'is', null)
    .execute()
}

/** Keeps the session valid although its user signs out everywhere else at this time. */
export async function updateConfirmed(tx: Tx, uid: string, confirmedAt: Date): Promise<void> {
  await tx.updateTable('user_sessions').set({ confirmed_at: confirmedAt }).where('uid', '=', uid).execute()
}

export async function deleteExpiredSessions(db: Db, signedInBefore: Date): Promise<void> {
  await db.deleteFrom('user_sessions').where('signed_in_at', '<=', signedInBefore).execute()
}
