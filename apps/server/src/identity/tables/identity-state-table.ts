// Every statement that reads or writes `identity_state`.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { AdapterPayload } from 'oidc-provider'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    identity_state: {
      kind: string
      key: Buffer
      payload: AdapterPayload
      session_uid: string | null
      grant_id: string | null
      user_id: string | null
      expires_at: Date | null
      consumed_at: Date | null
    }
  }
}

export interface StateRow {
  payload: AdapterPayload
  consumed_at: Date | null
}

export interface NewState {
  kind: string
  id: string
  payload: AdapterPayload
  sessionUid: string | null
  grantId: string | null
  userId: string | null
  expiresAt: Date | null
}

export async function upsertState(db: Db, { kind, id, payload, sessionUid, grantId, userId, expiresAt }: NewState): Promise<void> {
  const values = {
    payload: sql<AdapterPayload>`${JSON.stringify(payload)}::jsonb`,
    session_uid: sessionUid,
    grant_id: grantId,
    user_id: userId,
    expires_at: expiresAt,
  }
  await db
    .insertInto('identity_state')
    .values({ kind, key: hashStateId(id), ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(values))
    .execute()
}

export function selectState(db: Db, kind: string, id: string): Promise<StateRow | undefined> {
  return db
    .selectFrom('identity_state')
    .select(['payload', 'consumed_at'])
    .where('kind', '=', kind)
    .where('key', '=', hashStateId(id))
    .executeTakeFirst()
}

/** Returns the session with this uid. Relies on identity_state_session_uid_idx. */
export function selectSession(db: Db, uid: string): Promise<StateRow | undefined> {
  return db
    .selectFrom('identity_state')
    .select(['payload', 'consumed_at'])
    .where('kind', '=', 'Session')
    .where('session_uid', '=', uid)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Marks a code or token as consumed. Returns true for exactly one of any number of concurrent calls. */
export async function consumeState(db: Db, kind: string, id: string, at: Date): Promise<boolean> {
  const consumed = await db
    .updateTable('identity_state')
    .set({ consumed_at: at })
    .where('kind', '=', kind)
    .where('key', '=', hashStateId(id))
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return consumed.numUpdatedRows === 1n
}

export async function deleteState(db: Db, kind: string, id: string): Promise<void> {
  await db.deleteFrom('identity_state').where('kind', '=', kind).where('key', '=', hashStateId(id)).execute()
}

/** Deletes the grant with every code and token that came from it. Relies on identity_state_grant_id_idx. */
export function deleteGrantFamily(db: Db, grantId: string): Promise<void> {
  return deleteStateWhere(db, 'grant_id', grantId)
}

/** Deletes a user's session, with its grants and every code and token that came from them. */
export function deleteSessionState(tx: Tx, userId: string, uid: string): Promise<void> {
  return deleteSessionsWhere(tx, userId, sql<boolean>`session_uid = ${uid}`)
}

/**
 * Deletes every session of the user except `uid`, and sign-ins that have no session yet. If `uid` is omitted, deletes
 * all.
 */
export function deleteOtherSessionsState(tx: Tx, userId: string, uid = ''): Promise<void> {
  return deleteSessionsWhere(tx, userId, sql<boolean>`session_uid <> ${uid}`, sql<boolean>`kind = 'Interaction'`)
}

/**
 * Returns the id of the sign-in at another provider with which the user's session began. Undefined if it began in
 * another way.
 */
export async function selectProviderSignInId(tx: Tx, userId: string, uid: string): Promise<string | undefined> {
  const session = await tx
    .selectFrom('identity_state')
    .select(sql<string | null>`payload ->> 'acr'`.as('id'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'Session')
    .where('session_uid', '=', uid)
    .executeTakeFirst()
  return session?.id ?? undefined
}

/** Deletes the user's sessions that began with these sign-ins at other providers. Returns the uids of the sessions. */
export async function deleteProviderSessionState(tx: Tx, userId: string, signInIds: readonly string[]): Promise<string[]> {
  const began = sql<boolean>`payload ->> 'acr' = any(${signInIds}::text[])`
  const sessions = tx.selectFrom('identity_state').select('session_uid').where('user_id', '=', userId).where('kind', '=', 'Session')
  const uids = (await sessions.where(began).execute()).flatMap(({ session_uid }) => session_uid ?? [])
  const begins = sql<boolean>`kind = 'Interaction' and payload #>> '{result,login,acr}' = any(${signInIds}::text[])`
  await deleteSessionsWhere(tx, userId, began, begins)
  return uids
}

/**
 * Deletes the user's sessions that fulfill the condition, with everything that came from their grants, and the user's
 * rows that fulfill `sessionless`. Locks rows in the same order as `deleteStateWhere`. Relies on
 * identity_state_user_id_idx.
 */
async function deleteSessionsWhere(
  tx: Tx,
  userId: string,
  condition: RawBuilder<boolean>,
  sessionless = sql<boolean>`false`,
): Promise<void> {
  await sql`
    with ended as materialized (
      select session_uid, payload from identity_state where user_id = ${userId} and kind = 'Session' and ${condition}),
    ended_grants as materialized (
      select client.value ->> 'grantId' as grant_id from ended, jsonb_each(ended.payload -> 'authorizations') as client where client.value ? 'grantId'),
    locked as materialized (
      select kind, key from identity_state
      where user_id = ${userId}
        and (session_uid in (select session_uid from ended) or grant_id in (select grant_id from ended_grants) or ${sessionless})
      order by kind, key for update)
    delete from identity_state using locked where identity_state.kind = locked.kind and identity_state.key = locked.key`.execute(tx)
}

/** Deletes all state of a user, which signs the user out everywhere. Relies on identity_state_user_id_idx. */
export function deleteUserState(tx: Tx, userId: string): Promise<void> {
  return deleteStateWhere(tx, 'user_id', userId)
}

/**
 * Deletes the rows with this value. Locks them in one order, because concurrent calls may delete the same rows and must
 * not deadlock.
 */
async function deleteStateWhere(db: Db | Tx, column: 'grant_id' | 'user_id', value: string): Promise<void> {
  await db
    .deleteFrom('identity_state')
    .where((row) =>
      row(
        row.refTuple('kind', 'key'),
        'in',
        row
          .selectFrom('identity_state as locked')
          .select(['locked.kind', 'locked.key'])
          .where(`locked.${column}`, '=', value)
          .orderBy('locked.kind')
          .orderBy('locked.key')
          .forUpdate()
          .$asTuple('kind', 'key'),
      ),
    )
    .execute()
}

export async function deleteExpiredState(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('identity_state').where('expires_at', '<=', now).execute()
}

/**
 * Hashes the id, which is the browser's secret. Only the hash is stored, so that reading the table is not enough to
 * take over a session.
 */
function hashStateId(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}
