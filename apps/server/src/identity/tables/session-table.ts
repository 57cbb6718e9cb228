// Every statement on `user_sessions`.
import { type DeviceKind, type SessionId, type SignInMethod, sessionIdleMs, sessionLifetimeMs, type UserId } from '@linkshelf/contract'
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
      methods: readonly SignInMethod[]
      signed_in_at: Date
      last_used_at: Date
      confirmed_at: Date | null
      signed_out_at: Date | null
      reauthenticated_at: Date | null
    }
  }
}

export type SessionRow = Selectable<Tables['user_sessions']>
export type SessionUse = Omit<SessionRow, 'confirmed_at' | 'signed_out_at' | 'reauthenticated_at'>

/** The columns of a session that are needed to verify an access token. */
export type ValidSession = Pick<SessionRow, 'uid' | 'user_id' | 'signed_in_at'> & {
  /** The user's grants in all sessions. */
  grant_ids: string[]
}

/**
 * Stores the latest use of a session. If the session was signed out, it stays signed out unless the user has signed in
 * again since.
 */
export async function upsertSession(db: Db, use: SessionUse): Promise<void> {
  const { id: _id, uid: _uid, ...latest } = use
  await db
    .insertInto('user_sessions')
    .values({ ...use, confirmed_at: null, signed_out_at: null, reauthenticated_at: null })
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet({
        ...latest,
        signed_in_at: sql`greatest(user_sessions.signed_in_at, excluded.signed_in_at)`,
        // Compares whole seconds, because sign-in times have whole seconds.
        signed_out_at: sql`case when excluded.signed_in_at < date_trunc('second', user_sessions.signed_out_at) then user_sessions.signed_out_at end`,
      }),
    )
    .execute()
}

/** Selects the columns that decide whether a sign-in in this session is still valid. */
export function selectSessionEnd(db: Db, uid: string): Promise<SessionEnd | undefined> {
  return db
    .selectFrom('user_sessions')
    .select(['signed_in_at', 'last_used_at', 'confirmed_at', 'signed_out_at'])
    .where('uid', '=', uid)
    .executeTakeFirst()
}

export type SessionEnd = Pick<SessionRow, 'signed_in_at' | 'last_used_at' | 'confirmed_at' | 'signed_out_at'>

/**
 * Selects the user's sessions that can renew their tokens, most recently used first. Relies on
 * user_sessions_user_id_idx.
 */
export function selectSessions(tx: Tx, userId: UserId, now: Date): Promise<SessionRow[]> {
  return validSessions(tx, now)
    .selectAll('user_sessions')
    .where('user_sessions.user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('user_sessions.id')
    .execute()
}

/**
 * Selects the given sessions that are valid. Relies on user_sessions_uid_key, identity_state_session_uid_idx and
 * identity_state_user_id_idx.
 */
export function selectValidSessions(db: Db, uids: string[], now: Date): Promise<ValidSession[]> {
  return validSessions(db, now)
    .select(['uid', 'user_sessions.user_id', 'signed_in_at', grantIds.as('grant_ids')])
    .where('uid', '=', sql<string>`any(${uids}::text[])`)
    .execute()
}

const grantIds = sql<string[]>`array(
  select grant_id from identity_state where user_id = user_sessions.user_id and kind = 'Grant' and grant_id is not null
)`

/** A session is valid if it is neither signed out nor idle and the identity provider still has it. */
function validSessions(db: Db | Tx, now: Date) {
  return db
    .selectFrom('user_sessions')
    .innerJoin('users', 'users.id', 'user_sessions.user_id')
    .where('user_sessions.signed_out_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where('last_used_at', '>', new Date(now.getTime() - sessionIdleMs))
    .where(
      // Compares whole seconds, because sign-in times have whole seconds.
      sql<boolean>`coalesce(greatest(signed_in_at, confirmed_at) >= date_trunc('second', users.signed_out_at), true)`,
    )
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
}

/**
 * Returns when the session's user last signed in or entered the password again. Returns undefined if the session is not
 * valid.
 */
export async function selectAuthenticatedAt(db: Db, uid: string, now: Date): Promise<Date | undefined> {
  const session = await validSessions(db, now).select(['signed_in_at', 'reauthenticated_at']).where('uid', '=', uid).executeTakeFirst()
  if (session === undefined) return undefined
  const { signed_in_at, reauthenticated_at } = session
  return reauthenticated_at !== null && reauthenticated_at > signed_in_at ? reauthenticated_at : signed_in_at
}

/** Locks all sessions of the user until the transaction ends, always in the same order, and returns them. */
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

/** Signs all sessions of the user out. Returns how many sessions were signed out. */
export async function updateAllSignedOut(tx: Tx, userId: UserId, signedOutAt: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('user_sessions')
    .set({ signed_out_at: signedOutAt })
    .where('user_id', '=', userId)
    .where('signed_out_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Records that the session stays valid even if its user signs out everywhere else at this time. */
export async function updateConfirmed(tx: Tx, uid: string, confirmedAt: Date): Promise<void> {
  await tx.updateTable('user_sessions').set({ confirmed_at: confirmedAt }).where('uid', '=', uid).execute()
}

export async function updateReauthenticated(tx: Tx, uid: string, reauthenticatedAt: Date): Promise<void> {
  await tx.updateTable('user_sessions').set({ reauthenticated_at: reauthenticatedAt }).where('uid', '=', uid).execute()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where((row) =>
      row.or([
        row('signed_in_at', '<=', new Date(now.getTime() - sessionLifetimeMs)),
        row('last_used_at', '<=', new Date(now.getTime() - sessionIdleMs)),
      ]),
    )
    .execute()
}
