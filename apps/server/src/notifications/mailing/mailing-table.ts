// Every statement on `mailings` and `mailing_recipients`.
import { type NotificationId, notificationKinds } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'

export interface Mailing {
  id: string
  notification: NotificationId
  subject: string
  /** The text, in Markdown. */
  text: string
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    mailings: Mailing & { digest: string; created_at: Date }
  }
}

const users = sql`from users left join notification_settings as settings on settings.user_id = users.id`

/** Returns the id of the mailing with this digest. If it does not exist, inserts it. */
export async function insertMailing(db: Db, mailing: Mailing & { digest: string; createdAt: Date }): Promise<string> {
  const { id, digest, notification, subject, text, createdAt } = mailing
  await db
    .insertInto('mailings')
    .values({ id, digest, notification, subject, text, created_at: createdAt })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
  return (await db.selectFrom('mailings').select('id').where('digest', '=', digest).executeTakeFirstOrThrow()).id
}

export function selectMailing(db: Db, id: string): Promise<Mailing | undefined> {
  return db.selectFrom('mailings').select(['id', 'notification', 'subject', 'text']).where('id', '=', id).executeTakeFirst()
}

/**
 * Returns how many users have the notification switched on, and for how many of them the mailing is already enqueued.
 */
export async function countRecipients(db: Db, notification: NotificationId, digest: string): Promise<{ all: number; enqueued: number }> {
  const { rows } = await sql<{ all: number; enqueued: number }>`
    select count(*)::int as all, count(recipients.user_id)::int as enqueued
    ${users}
    left join (mailing_recipients as recipients join mailings on mailings.id = mailing_id and digest = ${digest}) on recipients.user_id = users.id
    where ${createIsOnCondition(notification)}`.execute(db)
  return rows[0] ?? { all: 0, enqueued: 0 }
}

/**
 * Inserts a recipient and enqueues its job for each user who has switched the notification on and is not yet a
 * recipient of this mailing. Handles at most `limit` users, and returns their number. One statement does both, so that
 * no recipient exists without its job.
 */
export async function insertRecipients(
  db: Db,
  { id, notification }: Pick<Mailing, 'id' | 'notification'>,
  { limit, task, queue, maxAttempts }: { limit: number; task: string; queue: string; maxAttempts: number },
): Promise<number> {
  const { rows } = await sql`
    with inserted as (
      insert into mailing_recipients (mailing_id, user_id)
      select ${id}::uuid, users.id
      ${users}
      where ${createIsOnCondition(notification)} and not exists (
        select from mailing_recipients as sent where sent.mailing_id = ${id}::uuid and sent.user_id = users.id)
      limit ${limit}
      on conflict do nothing
      returning user_id
    )
    select enqueue_job(${task}, json_build_object('mailingId', ${id}::text, 'userId', user_id), null, null, ${maxAttempts}, ${queue})
    from inserted`.execute(db)
  return rows.length
}

function createIsOnCondition(notification: NotificationId): RawBuilder<boolean> {
  return sql`coalesce(settings.${sql.ref(notification)}, ${notificationKinds[notification].isOnByDefault})`
}
