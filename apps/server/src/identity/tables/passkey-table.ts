// Every statement on `user_passkeys` and `used_passkey_challenges`.
import { createHash } from 'node:crypto'
import type { PasskeyTransport, UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    user_passkeys: {
      id: string
      user_id: UserId
      credential_id: Buffer
      /** A COSE key. */
      public_key: Buffer
      /** How often the passkey was used, as its authenticator counts. Many authenticators always report 0. */
      counter: number
      /** Whether the passkey can be synced to other devices. */
      is_backup_eligible: boolean
      /** Whether the passkey is synced to other devices. */
      is_backed_up: boolean
      transports: readonly PasskeyTransport[]
      /** The model of the authenticator, or zeros. */
      aaguid: string
      name: string
      created_at: Date
      last_used_at: Date | null
    }
    used_passkey_challenges: { challenge_hash: Buffer; expires_at: Date }
  }
}

export type PasskeyRow = Selectable<Tables['user_passkeys']>
export type NewPasskey = Omit<PasskeyRow, 'last_used_at'>

/** Inserts the passkey. Returns false if its credential is already a passkey of an account. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const inserted = await tx
    .insertInto('user_passkeys')
    .values({ ...passkey, last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Returns the user's passkeys, oldest first. Relies on user_passkeys_user_id_idx. */
export function selectPasskeys(db: Db | Tx, userId: UserId): Promise<PasskeyRow[]> {
  return db.selectFrom('user_passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
}

/** Returns the user's passkey with this id. */
export function selectOwnPasskey(db: Db | Tx, userId: UserId, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('user_passkeys').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export type KnownPasskey = PasskeyRow & { email: string; disabled_at: Date | null }

/** Returns the passkey with this credential, and its account. Relies on user_passkeys_credential_id_key. */
export function selectPasskeyByCredential(db: Db, credentialId: Buffer): Promise<KnownPasskey | undefined> {
  return db
    .selectFrom('user_passkeys')
    .innerJoin('users', 'users.id', 'user_passkeys.user_id')
    .selectAll('user_passkeys')
    .select(['users.email', 'users.disabled_at'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/**
 * Returns whether the passkey still exists and its account is not disabled. First waits for concurrent changes of both.
 * It locks them in two statements, one after the other, because a transaction that locks the user first could otherwise
 * deadlock with it.
 */
export async function isSettledPasskey(db: Db, { id, user_id }: PasskeyRow): Promise<boolean> {
  const users = db.selectFrom('users').select('id').where('id', '=', user_id).where('disabled_at', 'is', null)
  if ((await users.forShare().executeTakeFirst()) === undefined) return false
  return (await db.selectFrom('user_passkeys').select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined
}

/** Records that the challenge was answered. Returns false if it was answered before. */
export async function insertUsedChallenge(tx: Tx, challenge: string, expiresAt: Date): Promise<boolean> {
  const used = { challenge_hash: createHash('sha256').update(challenge).digest(), expires_at: expiresAt }
  const inserted = await tx
    .insertInto('used_passkey_challenges')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/**
 * Records a use of the passkey. Returns false if the passkey was removed, or if its counter did not grow. A counter
 * that stays 0 is no counter.
 */
export async function updatePasskeyUse(
  tx: Tx,
  id: string,
  { counter, isBackedUp, usedAt }: { counter: number; isBackedUp: boolean; usedAt: Date },
): Promise<boolean> {
  const updated = await tx
    .updateTable('user_passkeys')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: usedAt })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Returns false if the user has no such passkey. */
export async function updatePasskeyName(tx: Tx, userId: UserId, id: string, name: string): Promise<boolean> {
  const updated = await tx.updateTable('user_passkeys').set({ name }).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Deletes the user's passkey with this id or, without an id, all passkeys of the user. Returns the deleted names. */
export async function deletePasskeys(tx: Tx, userId: UserId, id?: string): Promise<string[]> {
  const own = tx.deleteFrom('user_passkeys').where('user_id', '=', userId)
  const rows = await (id === undefined ? own : own.where('id', '=', id)).returning('name').execute()
  return rows.map(({ name }) => name)
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_passkey_challenges').where('expires_at', '<=', now).execute()
}
