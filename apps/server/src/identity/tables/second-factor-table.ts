// Every statement that reads or writes `user_totp` and `recovery_codes`. The users table and the access rules read
// whether a user has a second factor.
import type { UserId } from '@linkshelf/contract'
import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    user_totp: { user_id: UserId; secret: string; encrypted_with: string; confirmed_at: Date; last_used_step: number }
    recovery_codes: { user_id: UserId; code_hash: Buffer }
  }
}

export type TotpRow = Selectable<Tables['user_totp']>

export function selectTotp(db: Db | Tx, userId: UserId): Promise<TotpRow | undefined> {
  return db.selectFrom('user_totp').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Inserts the key and the hashes of the recovery codes. Returns false if the user already has a key. */
export async function insertTotp(tx: Tx, totp: TotpRow, codeHashes: readonly Buffer[]): Promise<boolean> {
  const inserted = await tx
    .insertInto('user_totp')
    .values(totp)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  await insertRecoveryCodes(tx, totp.user_id, codeHashes)
  return true
}

/** Records that a code of this step was used. Returns false if a code of this or of a later step was used before. */
export async function updateUsedStep(db: Db, { user_id, secret }: TotpRow, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('user_totp')
    .set({ last_used_step: step })
    .where('user_id', '=', user_id)
    .where('secret', '=', secret)
    .where('last_used_step', '<', step)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Deletes the user's key and recovery codes. Returns false if there is no key. */
export async function deleteTotp(tx: Tx, userId: UserId): Promise<boolean> {
  const deleted = await tx.deleteFrom('user_totp').where('user_id', '=', userId).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export async function replaceRecoveryCodes(tx: Tx, userId: UserId, codeHashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await insertRecoveryCodes(tx, userId, codeHashes)
}

async function insertRecoveryCodes(tx: Tx, userId: UserId, codeHashes: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Deletes the code. Returns false if the code is wrong or was used. */
export async function deleteRecoveryCode(tx: Tx, userId: UserId, codeHash: Buffer): Promise<boolean> {
  const deleted = await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Returns how many recovery codes the user has not used. */
export async function countRecoveryCodes(db: Db | Tx, userId: UserId): Promise<number> {
  const codes = db.selectFrom('recovery_codes').select((row) => row.fn.countAll<string>().as('count'))
  return Number((await codes.where('user_id', '=', userId).executeTakeFirstOrThrow()).count)
}

/** Returns the keys that were encrypted with another secret than `cipherId`. */
export function selectTotpOfOtherCiphers(db: Db, cipherId: string): Promise<TotpRow[]> {
  return db.selectFrom('user_totp').selectAll().where('encrypted_with', '<>', cipherId).execute()
}

/** Replaces a stored key unless it was changed since it was read. */
export async function updateTotpSecret(
  db: Db,
  { user_id, secret }: TotpRow,
  to: { secret: string; encrypted_with: string },
): Promise<void> {
  await db.updateTable('user_totp').set(to).where('user_id', '=', user_id).where('secret', '=', secret).execute()
}
