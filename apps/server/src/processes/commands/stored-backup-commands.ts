// `linkshelf backup` without a place, `linkshelf check-backup` and `linkshelf record-erasures`. `start` runs the first
// two as child processes.
import { join } from 'node:path'
import {
  type BackupTarget,
  checkBackup,
  checkNewestBackup,
  createListUpdates,
  makeStoredBackup,
  openBackup,
  openBackupTarget,
  toTargetFolder,
} from '../../backups/index.ts'
import { isDatabasePaused } from '../../backups/migrate.ts'
import { openClickStore } from '../../clicks/index.ts'
import type { Config } from '../../config.ts'
import { assertDatabases } from '../../databases/database.ts'
import { clickhouseFolder, postgresFolder } from '../../databases/newer-databases.ts'
import { systemClock } from '../../platform/clock.ts'
import { withConnection } from '../../platform/postgres/with-connection.ts'
import { openStopSignal } from '../../platform/process/process-messages.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type CommandContext, withDatabases } from '../local-databases.ts'
import { describeContents, describeSecrets, openSecrets, print } from './backup-commands.ts'

/** An argument from `start`, which says that `start` runs the command again if it fails. */
const retryOption = '--will-retry'

/**
 * Makes a back-up in BACKUP_TARGET, and deletes the instance's back-ups there except the newest BACKUP_COPIES. If
 * BACKUP_PASSPHRASE is set, the back-up includes secrets. Records the run, and reports a failure to OPERATOR_EMAIL.
 */
export async function runStoredBackup(config: Config, context: CommandContext, args: string[]): Promise<void> {
  const willRetry = args.includes(retryOption)
  const { target, folder } = openConfiguredTarget(config, 'name a folder, as in linkshelf backup <folder>')
  const hasSecrets = args.includes('--secrets') || config.backups.passphrase !== undefined
  const secrets = hasSecrets ? await openSecrets(config) : undefined
  using stop = openStopSignal()
  await withDatabases(config, context, async ({ databaseUrl, clickhouseUrl }) => {
    await assertDatabases({ databaseUrl, clickhouseUrl }, config)
    await assertNotPaused(databaseUrl)
    await using store = await openClickStore(clickhouseUrl)
    const { manifest, location, deleted } = await makeStoredBackup({
      ...{ databaseUrl, clickhouseUrl, store, target, folder, willRetry, secrets },
      copies: config.backups.copies,
      minFreeBytes: config.minFreeDiskBytes,
      clock: systemClock,
      signal: stop.signal,
    })
    print(describeContents(manifest))
    if (manifest.secrets !== undefined) print(describeSecrets(manifest.secrets))
    print(`The back-up is in ${location}`)
    if (deleted.length > 0) print(`Old back-ups deleted: ${deleted.join(', ')}`)
  })
}

/**
 * Appends new erasures and addresses to the lists in BACKUP_TARGET. In a fleet, a timer runs it. Does not wait for
 * another process that does the same, so that processes do not pile up if the target hangs.
 */
export async function runRecordErasures(config: Config, context: CommandContext, args: string[]): Promise<void> {
  if (args.length > 0) throw new StartError('Usage: linkshelf record-erasures')
  const { target } = openConfiguredTarget(config, 'there is no list of erasures to append to.')
  await withDatabases(config, context, async ({ databaseUrl }) => {
    if (!(await createListUpdates({ databaseUrl, target }).update({ isForced: true })))
      print('Nothing was written, because another process is updating the list of erasures.')
  })
}

/**
 * Restores the PostgreSQL part of a back-up into a scratch database, and compares every row. If no back-up is named,
 * checks the newest back-up in BACKUP_TARGET, records the run, and reports a failure to OPERATOR_EMAIL.
 */
export async function runCheckBackup(config: Config, context: CommandContext, args: string[]): Promise<void> {
  const willRetry = args.includes(retryOption)
  const [location, ...others] = args.filter((arg) => arg !== retryOption)
  if (others.length > 0 || location?.startsWith('-')) throw new StartError('Usage: linkshelf check-backup [<back-up>]')
  using stop = openStopSignal()
  await withDatabases(config, context, async ({ databaseUrl, clickhouseUrl }) => {
    await assertDatabases({ databaseUrl, clickhouseUrl }, config)
    const options = {
      ...{ databaseUrl, postgresFolder, clickhouseFolder },
      signal: stop.signal,
      // The disk of an external server is not known.
      folder: config.databaseUrl === undefined ? join(config.dataFolder, 'postgres') : undefined,
      minFreeBytes: config.minFreeDiskBytes,
    }
    const checked = location === undefined ? await checkNewest() : await checkBackup(openBackup(location), options)
    print(describeContents(checked.manifest))
    print(`${checked.location} was restored into a scratch database: all rows equal those of the back-up.`)
    if (checked.manifest.secrets !== undefined) print('Its secrets were not checked.')

    async function checkNewest() {
      await assertNotPaused(databaseUrl)
      const { target } = openConfiguredTarget(config, 'name a back-up, as in linkshelf check-backup <back-up>')
      return checkNewestBackup({ ...options, target, clock: systemClock, willRetry })
    }
  })
}

/** Throws a StartError that ends with `advice` if BACKUP_TARGET is off. */
function openConfiguredTarget({ backups }: Config, advice: string): { target: BackupTarget; folder: string | undefined } {
  if (backups.target === undefined) throw new StartError(`BACKUP_TARGET is off: ${advice}`)
  return { target: openBackupTarget(backups.target), folder: toTargetFolder(backups.target) }
}

/** Throws a StartError if the instance is paused, because BACKUP_TARGET may belong to the original. */
async function assertNotPaused(databaseUrl: string): Promise<void> {
  if (await withConnection(databaseUrl, isDatabasePaused))
    throw new StartError(
      'This instance was restored and is paused, and BACKUP_TARGET may belong to the original. Run `linkshelf resume` first, or name a folder or a back-up.',
    )
}
