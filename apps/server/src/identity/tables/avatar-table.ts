// Every statement on `avatars`.
import type { UserId } from '@linkshelf/contract'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    avatars: { digest: string; side: number; user_id: UserId; bytes: Buffer }
  }
}

export interface AvatarFile {
  side: number
  bytes: Buffer
}

export async function insertAvatar(tx: Tx, userId: UserId, digest: string, files: readonly AvatarFile[]): Promise<void> {
  await tx
    .insertInto('avatars')
    .values(files.map(({ side, bytes }) => ({ digest, side, user_id: userId, bytes })))
    .execute()
}

/** Deletes the user's avatar files. Relies on avatars_user_id_idx. */
export async function deleteAvatars(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('avatars').where('user_id', '=', userId).execute()
}

/** Returns an avatar file; undefined if it does not exist. Relies on avatars_pkey. */
export async function selectAvatar(db: Db, digest: string, side: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('avatars').select('bytes').where('digest', '=', digest).where('side', '=', side).executeTakeFirst()
  return row?.bytes
}
