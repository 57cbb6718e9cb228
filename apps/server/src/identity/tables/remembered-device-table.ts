// Every statement that reads or writes `remembered_devices`.
import { randomBytes } from 'node:crypto'
import type { UserId } from '@linkshelf/contract'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { hashToken } from '../tables/email-token-table.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    remembered_devices: { token_hash: Buffer; user_id: UserId; expires_at: Date }
  }
}

/** A device signs in without a code for this long. */
export const rememberedMs = 30 * 24 * 60 * 60_000

/** Stores a new device. Returns its token, of 256 random bits, for the cookie. */
export async function insertRememberedDevice(db: Db, userId: UserId, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + rememberedMs)
  await db
    .insertInto('remembered_devices')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at: expiresAt })
    .execute()
  return token
}

export async function isRememberedDevice(db: Db, userId: UserId, token: string, now: Date): Promise<boolean> {
  const devices = db.selectFrom('remembered_devices').select('user_id').where('token_hash', '=', hashToken(token))
  return (await devices.where('user_id', '=', userId).where('expires_at', '>', now).executeTakeFirst()) !== undefined
}

/** Relies on remembered_devices_user_id_idx. */
export async function deleteRememberedDevices(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('remembered_devices').where('user_id', '=', userId).execute()
}

/** Relies on remembered_devices_expires_at_idx. */
export async function deleteExpiredDevices(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('remembered_devices').where('expires_at', '<=', now).execute()
}
