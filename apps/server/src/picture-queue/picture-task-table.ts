// Every statement on `picture_tasks` and `picture_turns`, except the triggers of stores, products and categories, which
// add their tasks at the end of a transaction.
import type { OrganizationId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../platform/postgres/postgres.ts'

export type PictureTaskKind = 'avif' | 'look' | 'store' | 'collage' | 'product' | 'category'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    picture_tasks: {
      key: string
      organization_id: OrganizationId
      kind: PictureTaskKind
      payload: object
      revision: number
      attempts: number
      run_after: Date
      created_at: Date
    }
    picture_turns: { organization_id: OrganizationId; served_at: Date }
  }
}

export interface PictureTask {
  kind: PictureTaskKind
  /**
   * The key of the organization's upload, or the id of the store's project, the product or the category. Equal tasks
   * are queued once.
   */
  subject: string
  payload: { organizationId: OrganizationId }
}

/**
 * Adds tasks to the queue. A trigger enqueues the job that works on them. Tasks are inserted in key order, as triggers
 * insert them, to prevent deadlocks.
 */
export async function insertPictureTasks(db: Db, tasks: readonly PictureTask[]): Promise<void> {
  if (tasks.length === 0) return
  const rows = tasks.map(({ kind, subject, payload }) => ({ key: `${kind}:${subject}`, kind, payload }))
  await sql`
    insert into picture_tasks (key, organization_id, kind, payload)
    select key, (payload ->> 'organizationId')::uuid, kind, payload
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (key text, kind text, payload json)
    order by key collate "C"
    on conflict (key) do update set revision = picture_tasks.revision + 1, attempts = 0, run_after = now()`.execute(db)
}

/** Schedules a task for a later time. If the task is already scheduled, its time is replaced. */
export async function schedulePictureTask(db: Db, { kind, subject, payload }: PictureTask, at: Date): Promise<void> {
  await sql`
    insert into picture_tasks (key, organization_id, kind, payload, run_after)
    values (${`${kind}:${subject}:scheduled`}, ${payload.organizationId}, ${kind}, ${JSON.stringify(payload)}::json, ${at})
    on conflict (key) do update
      set revision = picture_tasks.revision + 1, attempts = 0, run_after = excluded.run_after`.execute(db)
}

export type TakenPictureTask = Pick<Selectable<Tables['picture_tasks']>, 'key' | 'kind' | 'payload' | 'revision'>

/** Maximum number of attempts for a task. Background jobs have the same limit. */
const maxAttempts = 5
/**
 * Duration of a lease. The lease is extended while its process works, so a task waits for the lease to end only if its
 * process was killed.
 */
const leaseSeconds = 20

/** Time after which a failed task is tried again. */
const retryMinutes = 3

/**
 * Takes the oldest due task of the least recently served organization, and delays the task until its lease ends.
 * Undefined if no task is due. `db` uses the database role of jobs, which sees the tasks of every organization.
 */
export async function takePictureTask(db: Db): Promise<TakenPictureTask | undefined> {
  const { rows } = await sql<TakenPictureTask>`
    with next as (
      select key, picture_tasks.organization_id from picture_tasks left join picture_turns using (organization_id)
      where run_after <= now() and attempts < ${maxAttempts}
      order by served_at nulls first, attempts, created_at, key
      limit 1 for update of picture_tasks skip locked
    ), turn as (
      insert into picture_turns (organization_id, served_at) select organization_id, clock_timestamp() from next
      on conflict (organization_id) do update set served_at = excluded.served_at
    )
    update picture_tasks set attempts = attempts + 1, run_after = now() + make_interval(secs => ${leaseSeconds})
    from next where picture_tasks.key = next.key
    returning picture_tasks.key, kind, payload, revision`.execute(db)
  return rows[0]
}

/**
 * Extends the lease of a task. Like `delayPictureTask` and `deletePictureTask`, does nothing if the task was enqueued
 * again after it was taken.
 */
export async function extendPictureLease(db: Db, { key, revision }: TakenPictureTask): Promise<void> {
  await sql`
    update picture_tasks set run_after = greatest(run_after, now() + make_interval(secs => ${leaseSeconds}))
    where key = ${key} and revision = ${revision}`.execute(db)
}

/** Makes a failed task due again after a delay. */
export async function delayPictureTask(db: Db, { key, revision }: TakenPictureTask): Promise<void> {
  await sql`
    update picture_tasks set run_after = now() + make_interval(mins => ${retryMinutes})
    where key = ${key} and revision = ${revision}`.execute(db)
}

/** Returns when the first lease ends, rounded up to milliseconds; undefined if no task is leased. */
export async function findLeaseEnd(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ ends_at: Date | null }>`
    select date_trunc('milliseconds', min(run_after)) + interval '1 millisecond' as ends_at from picture_tasks
    where run_after <= now() + make_interval(secs => ${leaseSeconds}) and attempts < ${maxAttempts}`.execute(db)
  return rows[0]?.ends_at ?? undefined
}

export async function deletePictureTask(db: Db, { key, revision }: TakenPictureTask): Promise<void> {
  await db.deleteFrom('picture_tasks').where('key', '=', key).where('revision', '=', revision).execute()
}
