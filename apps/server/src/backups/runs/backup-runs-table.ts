// Every statement on `backup_runs`. The commands write as the owner of the database, and processes only read.
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/postgres/postgres.ts'

/** `backup`: makes a back-up in BACKUP_TARGET. `check`: restores the newest back-up into a scratch database. */
export type RunKind = 'backup' | 'check'

export interface BackupRun {
  id: number
  kind: RunKind
  startedAt: Date
  /** Null while the run is running, and if it was killed. */
  finishedAt: Date | null
  /** The name of the back-up that the run makes or checks. */
  backup: string | null
  /** The size of the complete back-up. Null if a back-up is not complete, and for checks. */
  bytes: number | null
  /** Why the run failed. Null if it succeeded or is not finished. */
  error: string | null
}

const columns = `id::float8 as id, kind, started_at as "startedAt", finished_at as "finishedAt", backup, bytes::float8 as bytes, error`

/** Inserts a run and deletes runs that are older than a year. Returns the run's id. */
export async function insertRun(client: pg.Client, kind: RunKind, startedAt: Date): Promise<number> {
  await client.query("delete from backup_runs where started_at < $1::timestamptz - interval '1 year'", [startedAt])
  const inserted = 'insert into backup_runs (kind, started_at) values ($1, $2) returning id::float8 as id'
  const { rows } = await client.query<{ id: number }>(inserted, [kind, startedAt])
  if (rows[0] === undefined) throw new Error('The run was not inserted')
  return rows[0].id
}

export async function updateBackupOfRun(client: pg.Client, id: number, backup: string | null): Promise<void> {
  await client.query('update backup_runs set backup = $2 where id = $1', [id, backup])
}

export async function updateBytesOfRun(client: pg.Client, id: number, bytes: number): Promise<void> {
  await client.query('update backup_runs set bytes = $2 where id = $1', [id, bytes])
}

export async function updateFinishedRun(client: pg.Client, id: number, finishedAt: Date, error: string | null): Promise<void> {
  await client.query('update backup_runs set finished_at = $2, error = $3 where id = $1', [id, finishedAt, error])
}

export async function deleteRun(client: pg.Client, id: number): Promise<void> {
  await client.query('delete from backup_runs where id = $1', [id])
}

export async function selectUnfinishedRuns(client: pg.Client): Promise<BackupRun[]> {
  return (await client.query<BackupRun>(`select ${columns} from backup_runs where finished_at is null order by id`)).rows
}

/** Returns the runs that began a back-up and did not complete it. */
export async function selectPartialBackups(client: pg.Client): Promise<{ id: number; backup: string }[]> {
  const query = "select id::float8 as id, backup from backup_runs where kind = 'backup' and bytes is null and backup is not null"
  return (await client.query<{ id: number; backup: string }>(query)).rows
}

/** Returns the runs of the kind that started at or after the instant, oldest first. */
export async function selectRunsSince(client: pg.Client, kind: RunKind, since: Date): Promise<BackupRun[]> {
  const query = `select ${columns} from backup_runs where kind = $1 and started_at >= $2 order by id`
  return (await client.query<BackupRun>(query, [kind, since])).rows
}

export async function isAnyBackupComplete(client: pg.Client): Promise<boolean> {
  const query = "select exists (select from backup_runs where kind = 'backup' and bytes is not null) as exists"
  return (await client.query<{ exists: boolean }>(query)).rows[0]?.exists === true
}

/**
 * Sets `reported_at` of the failed run. Returns false, and changes nothing, if a failure of this kind was reported
 * after `since`, and no run of the kind has succeeded since that report.
 */
export async function updateReportedAt(client: pg.Client, id: number, now: Date, since: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `update backup_runs as failed set reported_at = $2 where id = $1 and not exists (
       select from backup_runs as reported where reported.kind = failed.kind and reported.reported_at > $3 and not exists (
         select from backup_runs as succeeded where succeeded.kind = failed.kind and succeeded.error is null
           and succeeded.finished_at is not null and succeeded.id > reported.id))`,
    [id, now, since],
  )
  return rowCount === 1
}

/**
 * Selects the newest finished runs of each kind: with and without an error, and of each of these, with and without a
 * complete back-up.
 */
export const newestRunsQuery = `select distinct on (kind, error is null, bytes is null) ${columns} from backup_runs
  where finished_at is not null order by kind, error is null, bytes is null, id desc`

export async function selectNewestRuns(db: Db): Promise<BackupRun[]> {
  return (await db.executeQuery<BackupRun>(CompiledQuery.raw(newestRunsQuery))).rows
}

/** Returns the run if it failed and no later run of its kind succeeded. */
export async function selectFailureToReport(db: Db, id: number): Promise<BackupRun | undefined> {
  const query = `select ${columns} from backup_runs as failed where id = $1 and error is not null and not exists (
    select from backup_runs as later where later.kind = failed.kind and later.id > failed.id
      and later.error is null and later.finished_at is not null)`
  return (await db.executeQuery<BackupRun>(CompiledQuery.raw(query, [id]))).rows[0]
}
