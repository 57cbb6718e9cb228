import { findRollupProgress, type RollupProgress } from '../analytics/index.ts'
import { type BackupStatus, findBackupStatus, isPaused, watchResume } from '../backups/index.ts'
import type { Config } from '../config.ts'
import { assertMigrationsIfReadable } from '../databases/newer-databases.ts'
import { type JobsOptions, openJobs } from '../jobs.ts'
import type { CoreDeps } from '../platform/deps.ts'
import { type Metrics, openMetrics } from '../platform/http/metrics.ts'
import { rejectPrivilegedDatabase } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { limitHeapGrowth } from '../platform/process/process-limits.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { openDeps, openServices } from './open-deps.ts'
import { measureShipping, openShipping } from './shipping.ts'
import { getClickHouseUrl, getDatabaseUrl } from './stores.ts'

export async function runJobs(config: Config, log: Log): Promise<void> {
  limitHeapGrowth()
  const databases = { databaseUrl: getDatabaseUrl(config, 'jobs'), clickhouseUrl: getClickHouseUrl(config, 'writer') }
  await assertMigrationsIfReadable(databases, config.backups.target)
  const deps = openDeps(config, 'jobs', log)
  await rejectPrivilegedDatabase(deps.db)
  const { operatorEmail, clickRetentionMonths, linkChecks, newDomainsPerThreeHours } = config
  const wasPaused = await isPaused(deps.db)
  const options: JobsOptions = {
    deps,
    databaseUrl: getDatabaseUrl(config, 'jobs'),
    operatorEmail,
    clickRetentionMonths,
    newDomainsPerThreeHours,
    ...(await openServices(config, deps.db)),
    linkChecks: linkChecks.isOn ? linkChecks : undefined,
    hostIntervalMs: linkChecks.hostIntervalMs,
  }
  let jobs = await openJobs({ ...options, isPaused: wasPaused })
  const resume = wasPaused ? watchResume(deps.db, () => void openAllJobs()) : undefined
  const shipping = config.shipsInJobs ? await openShipping(config, 'jobs', deps) : undefined
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) {
    if (shipping) measureShipping(metrics, shipping)
    measureRollups(metrics, deps)
    measureBackups(metrics, deps)
  }
  stopOnSignal(async () => {
    resume?.close()
    await Promise.all([jobs.close(), shipping?.close(), metrics?.close()])
    await deps.close()
  })
  await sendToParent({ kind: 'ready' })

  async function openAllJobs(): Promise<void> {
    log.info('This instance was resumed: all jobs run')
    await jobs.close()
    jobs = await openJobs(options)
  }
}

/** Adds metrics of the rollups. They have no figures before the first run and while PostgreSQL is down. */
export function measureRollups({ addGauge }: Pick<Metrics, 'addGauge'>, deps: CoreDeps): void {
  const add = (name: string, help: string, toFigure: (progress: RollupProgress) => number) =>
    addGauge({
      name,
      help,
      async read() {
        const progress = await findRollupProgress(deps)
        return progress && toFigure(progress)
      },
    })
  add(
    'linkshelf_rollup_delay_seconds',
    'How long the oldest finished day without a daily rollup has been due',
    ({ delayMs }) => delayMs / 1_000,
  )
  add('linkshelf_rollup_failed_days', 'Days of projects that could not be rolled up, and are retried', ({ failedCount }) => failedCount)
  add('linkshelf_rollup_rejected_days', 'Days of projects whose rollups disagree with their clicks', ({ rejectedCount }) => rejectedCount)
}

/** Adds metrics of the back-ups. They have no figures before the first run, and while PostgreSQL is down. */
export function measureBackups({ addGauge }: Pick<Metrics, 'addGauge'>, { db }: Pick<CoreDeps, 'db'>): void {
  const add = (name: string, help: string, toFigure: (status: BackupStatus) => number | undefined) =>
    addGauge({ name, help, read: async () => toFigure(await findBackupStatus(db)) })
  add(
    'linkshelf_backup_last_success_timestamp_seconds',
    'When the newest back-up was complete',
    ({ newest }) => newest && Math.floor(newest.finishedAt.getTime() / 1_000),
  )
  add('linkshelf_backup_bytes', 'The size of the newest back-up', ({ newest }) => newest?.bytes)
  add('linkshelf_backup_failed', 'Whether the newest attempt to make a back-up failed', ({ newest, error }) =>
    newest === undefined && error === undefined ? undefined : Number(error !== undefined),
  )
  add(
    'linkshelf_backup_check_failed',
    'Whether the newest back-up could not be restored as a check',
    ({ check }) => check && Number(check.error !== undefined),
  )
}
