import type pg from 'pg'
import type { Db } from '../../platform/postgres/postgres.ts'
import { type BackupRun, newestRunsQuery, type RunKind, selectNewestRuns } from './backup-runs-table.ts'

export interface BackupStatus {
  /** The newest complete back-up in BACKUP_TARGET. */
  newest: { name: string; finishedAt: Date; bytes: number } | undefined
  /** The error of the newest back-up run. Undefined if the run succeeded, or if no back-up run has finished. */
  error: string | undefined
  /** The newest check of a back-up. */
  check: { finishedAt: Date; error: string | undefined } | undefined
}

/** Returns the results of the newest runs. Works with the account of any process that serves owners. */
export async function findBackupStatus(db: Db): Promise<BackupStatus> {
  return toStatus(await selectNewestRuns(db))
}

/** Works as `findBackupStatus`. Returns undefined if the database has the schema of an earlier release. */
export async function findBackupStatusIfMigrated(client: pg.Client): Promise<BackupStatus | undefined> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('public.backup_runs') is not null as exists")
  if (rows[0]?.exists !== true) return undefined
  return toStatus((await client.query<BackupRun>(newestRunsQuery)).rows)
}

function toStatus(runs: readonly BackupRun[]): BackupStatus {
  const findNewest = (kind: RunKind, isWanted: (run: BackupRun) => boolean = () => true) =>
    runs.filter((run) => run.kind === kind && isWanted(run)).sort((a, b) => b.id - a.id)[0]
  const complete = findNewest('backup', ({ bytes }) => bytes !== null)
  const check = findNewest('check')
  return {
    newest:
      complete?.backup && complete.finishedAt && complete.bytes !== null
        ? { name: complete.backup, finishedAt: complete.finishedAt, bytes: complete.bytes }
        : undefined,
    error: findNewest('backup')?.error ?? undefined,
    check: check?.finishedAt ? { finishedAt: check.finishedAt, error: check.error ?? undefined } : undefined,
  }
}
