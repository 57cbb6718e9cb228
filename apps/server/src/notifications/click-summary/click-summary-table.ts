// Every statement on `click_summaries`, and statements that read the members who get a summary.
import { notificationKinds, type OrganizationId, type UserId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { lacksSecondFactor } from '../../access/index.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

const isOnByDefault = notificationKinds.link_click.isOnByDefault

/**
 * The time zone that the user saved or, if there is none, the time zone of the user's first browser. UTC if the user
 * never opened the dashboard.
 */
const timeZone = sql`coalesce(settings.time_zone, users.time_zone, 'UTC')`
const isSummaryOn = sql`coalesce(settings.link_click, ${isOnByDefault})`

/** Returns the time zones of all users who get a summary. */
export async function selectTimeZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ time_zone: string }>`
    select distinct ${timeZone} as time_zone from users left join notification_settings as settings on settings.user_id = users.id where ${isSummaryOn}`.execute(
    db,
  )
  return rows.map((row) => row.time_zone)
}

/**
 * Adds a job for each member in this time zone whose summary of the day is not enqueued yet. Returns the number of
 * jobs, at most `limit`. One statement inserts each row and its job, so that neither exists without the other. If two
 * processes insert the same row, only one of them adds the job.
 */
export async function insertDueSummaries(
  db: Db,
  {
    day,
    timeZone: due,
    limit,
    task,
    queue,
    maxAttempts,
  }: { day: string; timeZone: string; limit: number; task: string; queue: string; maxAttempts: number },
): Promise<number> {
  const { rows } = await sql`
    with inserted as (
      insert into click_summaries (organization_id, user_id, day)
      select members.organization_id, members.user_id, ${day}::date
      from members join users on users.id = members.user_id left join notification_settings as settings on settings.user_id = members.user_id
      where ${timeZone} = ${due} and ${isSummaryOn}
        and not exists (
          select from click_summaries as sent
          where sent.user_id = members.user_id and sent.organization_id = members.organization_id and sent.day = ${day}::date)
      limit ${limit}
      on conflict do nothing
      returning organization_id, user_id
    )
    select enqueue_job(
      ${task},
      json_build_object('organizationId', organization_id, 'userId', user_id, 'day', ${day}::text, 'timeZone', ${due}::text),
      null, null, ${maxAttempts}, ${queue})
    from inserted`.execute(db)
  return rows.length
}

export async function deleteSummariesBefore(db: Db, day: string): Promise<void> {
  await sql`delete from click_summaries where day < ${day}::date`.execute(db)
}

/**
 * Returns the organization's name if the user is a member. Undefined if the user is not a member, lacks a second factor
 * that the organization requires, or if `tx` has another scope.
 */
export function selectMembership(tx: Tx, organizationId: OrganizationId, userId: UserId): Promise<{ organization: string } | undefined> {
  return tx
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select('organizations.name as organization')
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', userId)
    .where((eb) => eb.not(lacksSecondFactor({ kind: 'user', userId }, 'organizations.second_factor_required')))
    .executeTakeFirst()
}
