// Every statement on `notification_settings`. A user's row is written when the user first changes a setting. If a user
// has no row, the defaults apply.
import { type NotificationId, notificationIds, notificationKinds, type UserId } from '@linkshelf/contract'
import type { Db } from '../platform/postgres/postgres.ts'

export type StoredSettings = { time_zone: string | null } & Record<NotificationId, boolean>

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    notification_settings: StoredSettings & { user_id: UserId; undeliverable_email: string | null; updated_at: Date }
  }
}

const defaultSettings: StoredSettings = {
  time_zone: null,
  ...(Object.fromEntries(notificationIds.map((id) => [id, notificationKinds[id].isOnByDefault])) as Record<NotificationId, boolean>),
}

export interface SettingsRow extends StoredSettings {
  undeliverable_email: string | null
}

export async function selectSettings(db: Db, userId: UserId): Promise<SettingsRow> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['time_zone', ...notificationIds, 'undeliverable_email'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { ...defaultSettings, undeliverable_email: null }
}

/** Changes the given fields. If two changes run at once, both are stored. The user must exist. */
export function upsertSettings(db: Db, userId: UserId, change: Partial<SettingsRow>, now: Date): Promise<StoredSettings> {
  return db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...defaultSettings, ...change, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...change, updated_at: now }))
    .returning(['time_zone', ...notificationIds])
    .executeTakeFirstOrThrow()
}
