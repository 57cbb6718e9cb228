// Every statement on `weekly_reports`, and statements on `saved_views` that the report jobs need. These jobs use the
// database account of the jobs process.
import type { AnalyticsView, SavedViewId, UserId } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'

/**
 * The time zone that the user saved or, if there is none, the time zone of the user's first browser. UTC if the user
 * never opened the dashboard.
 */
const timeZone = sql`coalesce(settings.time_zone, users.time_zone, 'UTC')`

function selectFromMailedReports(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${columns}
    from saved_views as reports join users on users.id = reports.user_id left join notification_settings as settings on settings.user_id = reports.user_id
    where reports.mailed_since is not null`
}

/** Returns the time zones of all users with a mailed report. */
export async function selectReportTimeZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ time_zone: string }>`${selectFromMailedReports(sql`distinct ${timeZone} as time_zone`)}`.execute(db)
  return rows.map((row) => row.time_zone)
}

interface DueReports {
  /** The Monday of the reported week, as `yyyy-mm-dd`. */
  week: string
  timeZone: string
  /** The time at which the reports are due. If a report is switched on later, it is first sent in the next week. */
  dueAt: Date
  limit: number
  task: string
  queue: string
  maxAttempts: number
}

/**
 * Adds a job for each report of users in this time zone whose week is not enqueued yet. Returns the number of jobs, at
 * most `limit`. One statement inserts each row and its job, so that neither exists without the other. If two processes
 * insert the same row, only one of them adds the job.
 */
export async function insertDueReports(
  db: Db,
  { week, timeZone: due, dueAt, limit, task, queue, maxAttempts }: DueReports,
): Promise<number> {
  const { rows } = await sql`
    with due as (
      ${selectFromMailedReports(sql`reports.id, reports.organization_id, reports.project_id`)}
        and reports.mailed_since <= ${dueAt} and ${timeZone} = ${due}
        and not exists (select from weekly_reports as sent where sent.report_id = reports.id and sent.week = ${week}::date)
      limit ${limit}
    ),
    inserted as (
      insert into weekly_reports (report_id, week) select id, ${week}::date from due on conflict do nothing returning report_id
    )
    select enqueue_job(
      ${task},
      json_build_object('organizationId', organization_id, 'projectId', project_id, 'reportId', report_id, 'week', ${week}::text, 'timeZone', ${due}::text),
      null, null, ${maxAttempts}, ${queue})
    from inserted join due on due.id = report_id`.execute(db)
  return rows.length
}

export async function deleteWeeksBefore(db: Db, week: string): Promise<void> {
  await sql`delete from weekly_reports where week < ${week}::date`.execute(db)
}

export interface UnsentReport {
  user_id: UserId
  name: string
  view: AnalyticsView
}

/**
 * Returns a report that still has to be sent for this week. Undefined if the report was sent, deleted or switched off.
 * If the user's membership ends, the report is deleted too.
 */
export async function selectUnsentReport(db: Db, reportId: SavedViewId, week: string): Promise<UnsentReport | undefined> {
  const { rows } = await sql<UnsentReport>`
    select reports.user_id, reports.name, reports.view
    from saved_views as reports join weekly_reports on weekly_reports.report_id = reports.id
    where reports.id = ${reportId} and reports.mailed_since is not null and week = ${week}::date and sent_at is null`.execute(db)
  return rows[0]
}

export async function markReportSent(db: Db, reportId: SavedViewId, week: string, now: Date): Promise<void> {
  await sql`update weekly_reports set sent_at = ${now} where report_id = ${reportId} and week = ${week}::date`.execute(db)
}
