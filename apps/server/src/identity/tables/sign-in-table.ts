// Every statement on `sign_ins`.
import { type DeviceKind, type SignInMethod, type SignInResult, signInRetentionDays, type UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    sign_ins: {
      id: string
      user_id: UserId
      at: Date
      result: SignInResult
      methods: readonly SignInMethod[]
      device: DeviceKind | null
      browser: string | null
      os: string | null
      country: string | null
    }
  }
}

export type SignInRow = Selectable<Tables['sign_ins']>

/**
 * The maximum number of stored sign-ins of a user, and of stored attempts that failed. Strangers can cause failed
 * attempts, so they never displace sign-ins.
 */
const maxStored = 200

/** Stores the sign-in or attempt, and deletes the oldest ones over the limit. Relies on sign_ins_user_id_idx. */
export async function insertSignIn(db: Db | Tx, signIn: SignInRow): Promise<void> {
  await db.insertInto('sign_ins').values(signIn).execute()
  const hasSucceeded = signIn.result === 'signed_in'
  await db
    .deleteFrom('sign_ins')
    .where('id', 'in', (row) =>
      row
        .selectFrom('sign_ins')
        .select('id')
        .where('user_id', '=', signIn.user_id)
        .where(sql<boolean>`(result = 'signed_in') = ${hasSucceeded}`)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(maxStored),
    )
    .execute()
}

/** Selects the user's sign-ins and failed attempts, newest first. */
export function selectSignIns(db: Db | Tx, userId: UserId): Promise<SignInRow[]> {
  return db.selectFrom('sign_ins').selectAll().where('user_id', '=', userId).orderBy('at', 'desc').orderBy('id', 'desc').execute()
}

export function selectSignIn(db: Db, id: string): Promise<SignInRow | undefined> {
  return db.selectFrom('sign_ins').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns whether the user has signed in before. Earlier releases recorded only sessions. */
export async function hasSignedInBefore(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from sign_ins where user_id = ${userId} and result = 'signed_in')
      or exists (select from user_sessions where user_id = ${userId}) as exists`.execute(db)
  return rows[0]?.exists === true
}

/** Deletes the sign-ins that are no longer listed. Relies on sign_ins_at_idx. */
export async function deleteOldSignIns(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - signInRetentionDays * 24 * 60 * 60_000)
  await db.deleteFrom('sign_ins').where('at', '<=', until).execute()
}
