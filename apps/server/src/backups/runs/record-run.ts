// Records each run of `linkshelf backup` and `linkshelf check-backup` on BACKUP_TARGET, and reports failures.
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { endSessionWithMachine, trySessionLock } from '../../platform/postgres/session-lock.ts'
import { withConnection } from '../../platform/postgres/with-connection.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { findInstanceIdentity } from '../instance-identity.ts'
import type { BackupTarget } from '../targets/backup-target.ts'
import {
  deleteRun,
  insertRun,
  type RunKind,
  selectPartialBackups,
  selectUnfinishedRuns,
  updateBackupOfRun,
  updateBytesOfRun,
  updateFinishedRun,
  updateReportedAt,
} from './backup-runs-table.ts'
import { dropScratchDatabase } from './scratch-database.ts'

export interface RunOptions {
  /** Signs in to PostgreSQL as the owner of the database. */
  databaseUrl: string
  kind: RunKind
  target: BackupTarget
  clock: Clock
  /** Aborted if the run is asked to stop. The row of the run is then deleted, so that the run is due again. */
  signal: AbortSignal
  /** If true, a failure is recorded and not reported, because the caller runs it again. */
  willRetry: boolean
}

export interface RunRecorder {
  recordBackup(name: string): Promise<void>
  /** Records that the back-up is complete. */
  recordBytes(bytes: number): Promise<void>
  /** Rejects if the connection that holds the lock of runs was lost, because another run may have begun. */
  assertLocked(): Promise<void>
}

/**
 * Records the start and the result of `work`. First deletes what killed runs left: partial back-ups and the scratch
 * database. Throws a StartError if another run is running, or if the database lacks the table of runs.
 */
export async function recordRun<Result>(options: RunOptions, work: (recorder: RunRecorder) => Promise<Result>): Promise<Result> {
  const { databaseUrl, kind, target, clock, signal } = options
  const run = await withRunLock(databaseUrl, async (client) => {
    if ((await findInstanceIdentity(client)) === undefined)
      throw new StartError('The database has the schema of an earlier release: run `linkshelf migrate` first, or name a folder.')
    await endKilledRuns(client, { clock, reason: 'The process was killed.', willRetry: options.willRetry })
    await deletePartialBackups(client, target)
    await dropScratchDatabase(client)
    signal.throwIfAborted()
    const id = await insertRun(client, kind, clock.now())
    const recorder: RunRecorder = {
      recordBackup: (name) => withConnection(databaseUrl, (other) => updateBackupOfRun(other, id, name)),
      recordBytes: (bytes) => withConnection(databaseUrl, (other) => updateBytesOfRun(other, id, bytes)),
      assertLocked: async () => void (await client.query('select')),
    }
    return recordResult(options, id, work(recorder))
  })
  if (run === undefined) throw new StartError('Another back-up to BACKUP_TARGET or a check is running. Wait until it ends.')
  return run.result
}

/**
 * Returns the result of `work`. The result is recorded with a new connection, because a connection that was idle for
 * hours may be lost.
 */
async function recordResult<Result>({ databaseUrl, kind, clock, signal, willRetry }: RunOptions, id: number, work: Promise<Result>) {
  try {
    const result = await work
    await withConnection(databaseUrl, (client) => updateFinishedRun(client, id, clock.now(), null))
    return { result }
  } catch (error) {
    const record = signal.aborted
      ? (client: pg.Client) => deleteRun(client, id)
      : (client: pg.Client) => recordFailure(client, { id, kind, error: toSentence(error), now: clock.now(), willRetry })
    // If PostgreSQL is down, the next run records that this run was killed.
    await withConnection(databaseUrl, record).catch(() => undefined)
    throw error
  }
}

function toSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] ?? message
}

/** Records that runs were killed, if no run is running. Reports the failure unless the caller runs it again. */
export async function recordKilledRuns(databaseUrl: string, options: KilledRuns): Promise<void> {
  await withRunLock(databaseUrl, (client) => endKilledRuns(client, options))
}

interface KilledRuns {
  clock: Clock
  reason: string
  willRetry: boolean
}

async function endKilledRuns(client: pg.Client, { clock, reason, willRetry }: KilledRuns): Promise<void> {
  for (const { id, kind } of await selectUnfinishedRuns(client)) {
    await recordFailure(client, { id, kind, error: reason, now: clock.now(), willRetry })
  }
}

async function deletePartialBackups(client: pg.Client, target: BackupTarget): Promise<void> {
  const partial = await selectPartialBackups(client)
  const complete = new Set(partial.length === 0 ? [] : await target.listBackups())
  for (const { id, backup } of partial) {
    // A back-up is complete if its run was killed between the last file and the record of its size.
    if (!complete.has(backup)) await target.deleteBackup(backup)
    await updateBackupOfRun(client, id, null)
  }
}

interface Failure {
  id: number
  kind: RunKind
  error: string
  now: Date
  willRetry: boolean
}

const dayMs = 86_400_000

/**
 * A failure that lasts is reported again a week later, or four weeks later if it is the failure of a check. The times
 * are a little shorter, because runs do not begin at exactly the same time.
 */
const reminderMs: Record<RunKind, number> = { backup: 6.5 * dayMs, check: 27 * dayMs }

/** A mail server may be down for a weekend. */
const maxEmailAttempts = 25

/** Stored jobs refer to this name. */
export const sendBackupFailureEmailTask = 'send-backup-failure-email'

async function recordFailure(client: pg.Client, { id, kind, error, now, willRetry }: Failure): Promise<void> {
  await client.query('begin')
  await updateFinishedRun(client, id, now, error)
  if (!willRetry && (await updateReportedAt(client, id, now, new Date(now.getTime() - reminderMs[kind])))) {
    const payload = JSON.stringify({ runId: id })
    await client.query('select enqueue_job($1, $2::json, max_attempts => $3)', [sendBackupFailureEmailTask, payload, maxEmailAttempts])
  }
  await client.query('commit')
}

/** The key of the advisory lock that a run holds. */
const lockKey = 7_235_024

/**
 * Runs `work` while no other run is running. Returns undefined, without running `work`, if another run is running.
 * PostgreSQL releases the lock when the connection ends, for example because the process was killed.
 */
async function withRunLock<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result | undefined> {
  return withConnection(databaseUrl, async (client) => {
    await endSessionWithMachine(client)
    return (await trySessionLock(client, lockKey)) ? work(client) : undefined
  })
}
