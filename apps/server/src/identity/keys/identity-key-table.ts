// Every statement that reads or writes `identity_keys`.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import type { EncryptedSecret } from './key-cipher.ts'

export type KeyPurpose = 'tokens' | 'cookies' | 'throttling'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    identity_keys: { id: string; purpose: KeyPurpose; created_at: Date; retires_at: Date | null } & EncryptedSecret
  }
}

export interface KeyRow extends EncryptedSecret {
  id: string
  purpose: KeyPurpose
  retires_at: Date | null
}

/**
 * Selects the keys that are not retired or whose retirement is in the future, newest first. The first key of each
 * purpose signs; all of them verify.
 */
export function selectKeys(db: Db, now: Date): Promise<KeyRow[]> {
  return db
    .selectFrom('identity_keys')
    .select(['id', 'purpose', 'secret', 'encrypted_with', 'retires_at'])
    .where((key) => key.or([key('retires_at', 'is', null), key('retires_at', '>', now)]))
    .orderBy(sql`retires_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Locks the creation of keys until the transaction ends. Waits while another process has the lock. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7235010)`.execute(tx)
}

export async function insertKey(tx: Tx, { createdAt, ...key }: Omit<KeyRow, 'retires_at'> & { createdAt: Date }): Promise<void> {
  await tx
    .insertInto('identity_keys')
    .values({ ...key, created_at: createdAt, retires_at: null })
    .execute()
}

export async function updateSecret(tx: Tx, id: string, secret: EncryptedSecret): Promise<void> {
  await tx.updateTable('identity_keys').set(secret).where('id', '=', id).execute()
}

export async function retireKeys(tx: Tx, purpose: KeyPurpose, retiresAt: Date): Promise<void> {
  await tx
    .updateTable('identity_keys')
    .set({ retires_at: retiresAt })
    .where('purpose', '=', purpose)
    .where('retires_at', 'is', null)
    .execute()
}

export async function deleteRetiredKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('identity_keys').where('retires_at', '<=', now).execute()
}
