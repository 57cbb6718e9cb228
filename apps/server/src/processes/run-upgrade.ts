import { isDatabasePaused } from '../backups/migrate.ts'
import type { Config } from '../config.ts'
import { clickhouseFolder, type MigratedDatabases, postgresFolder } from '../databases/newer-databases.ts'
import { hasPendingMigrations as isClickHousePending } from '../platform/clickhouse/clickhouse-migrations.ts'
import { systemClock } from '../platform/clock.ts'
import { hasPendingMigrations as isPostgresPending, withMigrationLock } from '../platform/postgres/postgres-migrations.ts'
import { withConnection } from '../platform/postgres/with-connection.ts'
import { openStopSignal } from '../platform/process/process-messages.ts'
import { StartError } from '../platform/process/start-error.ts'

/** The option of `start` and `migrate` that upgrades without a back-up. */
const withoutBackupOption = '--without-backup'

export interface UpgradeOptions {
  /** If true, no back-up is made. */
  isBackupSkipped: boolean
  print(line: string): void
}

/** Reads the arguments of `start` and `migrate`. Throws a StartError if an argument is unknown. */
export function readUpgradeArguments(command: 'start' | 'migrate', args: readonly string[]): Pick<UpgradeOptions, 'isBackupSkipped'> {
  if (args.some((arg) => arg !== withoutBackupOption)) throw new StartError(`Usage: linkshelf ${command} [${withoutBackupOption}]`)
  return { isBackupSkipped: args.length > 0 }
}

/**
 * Runs `migrate`. If a migration is pending, first makes a back-up of databases that an earlier release has used. Only
 * one process at a time runs an upgrade. The others wait. Throws a StartError, before the first statement of `migrate`,
 * if the back-up fails or this process is asked to stop during the back-up.
 */
export async function runUpgrade<Result>(
  config: Config,
  databases: MigratedDatabases,
  options: UpgradeOptions,
  migrate: () => Promise<Result>,
): Promise<Result> {
  if (!(await isUpgradePending(config, databases))) return migrate()
  return withMigrationLock(
    databases.databaseUrl,
    async () => {
      // Another process may have upgraded the databases while this process waited.
      if ((await isUpgradePending(config, databases)) && (await hasAccounts(databases.databaseUrl)))
        await backUp(config, databases, options)
      return migrate()
    },
    'upgrade',
  )
}

async function isUpgradePending({ clickhouseCluster }: Config, { databaseUrl, clickhouseUrl }: MigratedDatabases): Promise<boolean> {
  const onCluster = clickhouseCluster === undefined ? {} : { cluster: clickhouseCluster }
  const pending = await Promise.all([
    isPostgresPending(databaseUrl, postgresFolder),
    isClickHousePending(clickhouseUrl, clickhouseFolder, onCluster),
  ])
  return pending.includes(true)
}

/** Returns whether the database has ever had an account. The size is read, because row-level security can hide rows. */
function hasAccounts(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string | null }>("select pg_relation_size(to_regclass('public.users')) as bytes")
    return Number(rows[0]?.bytes ?? 0) > 0
  })
}

async function backUp(config: Config, { databaseUrl, clickhouseUrl }: MigratedDatabases, { isBackupSkipped, print }: UpgradeOptions) {
  const { target } = config.backups
  if (isBackupSkipped || target === undefined) {
    print(`The databases are upgraded without a back-up, because of ${isBackupSkipped ? withoutBackupOption : 'BACKUP_TARGET=off'}.`)
    return
  }
  if (await withConnection(databaseUrl, isDatabasePaused)) {
    print('The databases are upgraded without a back-up, because this instance was restored and is paused.')
    return
  }
  print(`Before the databases are upgraded, they are copied to ${target}.`)
  const startedAt = performance.now()
  using stop = openStopSignal()
  try {
    // Loaded only here, because most starts upgrade nothing.
    const { backUpBeforeUpgrade, openBackupTarget, toTargetFolder } = await import('../backups/index.ts')
    const backup = await backUpBeforeUpgrade({
      ...{ databaseUrl, clickhouseUrl, postgresFolder, clickhouseFolder },
      target: openBackupTarget(target),
      clock: systemClock,
      folder: toTargetFolder(target),
      minFreeBytes: config.minFreeDiskBytes,
      signal: stop.signal,
    })
    stop.signal.throwIfAborted()
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    print(
      {
        created: `The back-up took ${seconds} seconds: ${backup.location}`,
        reused: `Nothing has changed since the back-up ${backup.location}: no other is made.`,
        continued: `An upgrade was interrupted after the back-up ${backup.location}: it continues, and no other back-up is made.`,
      }[backup.kind],
    )
  } catch (cause) {
    stop.signal.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `The databases can't be copied before their upgrade, so nothing was changed. ${reason.replace(/[^.]$/, '$&.')} ` +
        `Solve this, or set BACKUP_TARGET to another place, or upgrade without a back-up with the option ${withoutBackupOption}.`,
      { cause },
    )
  }
}
