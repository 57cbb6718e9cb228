import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { computeFirstCompleteDay } from '../../analytics/index.ts'
import { type BackupManifest, createBackup, openBackup, openBackupTarget, restoreBackup, resume } from '../../backups/index.ts'
import { copyJournals, openClickStore } from '../../clicks/index.ts'
import type { Config } from '../../config.ts'
import { assertDatabases, prepareClickHouse } from '../../databases/database.ts'
import { clickhouseFolder, postgresFolder } from '../../databases/newer-databases.ts'
import { systemClock } from '../../platform/clock.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type CommandContext, withDatabases } from '../local-databases.ts'
import { findStores } from '../stores.ts'

/** Makes a back-up in a new folder within the given folder, while the instance runs or not. */
export async function runBackup(config: Config, context: CommandContext, [target, ...others]: string[]): Promise<void> {
  if (target === undefined || others.length > 0) throw new StartError('Usage: linkshelf backup <folder>')
  await withDatabases(config, context, async ({ databaseUrl, clickhouseUrl }) => {
    await assertDatabases({ databaseUrl, clickhouseUrl }, config)
    await using store = await openClickStore(clickhouseUrl)
    const expiredBefore = computeFirstCompleteDay(systemClock.now(), config.clickRetentionMonths) * 1_000
    const created = await createBackup({
      ...{ databaseUrl, clickhouseUrl, store, expiredBefore },
      target: openBackupTarget(target),
      clock: systemClock,
    })
    print(describeContents(created.manifest))
    print(`Clicks were not stored for ${(created.stoppedMs / 1_000).toFixed(1)} seconds. They waited in the journals.`)
    print(`The back-up is in ${created.location}`)
  })
}

/**
 * Restores a back-up into an empty data folder, or into the empty databases that the configuration names. With
 * `--journals`, also copies the journals of the original, which have clicks that are newer than the back-up.
 */
export async function runRestore(config: Config, context: CommandContext, args: string[]): Promise<void> {
  const { location, journals } = readRestoreArguments(args)
  if ((await findStores(config.dataFolder)) !== undefined)
    throw new StartError(`Linkshelf runs on ${config.dataFolder}. Choose an empty folder with LINKSHELF_DATA.`)
  await withDatabases(config, context, async ({ databaseUrl, clickhouseUrl }) => {
    const cluster = config.clickhouseCluster
    const manifest = await restoreBackup({
      backup: openBackup(location),
      ...{ databaseUrl, clickhouseUrl, cluster, postgresFolder, clickhouseFolder },
    })
    print(describeContents(manifest))
    print('All counts and checksums equal those of the back-up.')
    if (journals !== undefined)
      print(`Journal segments copied: ${await copyJournals(resolve(journals), join(config.dataFolder, 'journal'))}`)
    print(`It contains what was stored until ${manifest.takenAt}. Unique visitors of that day may be counted twice.`)
    print('Users sign in again, and connect YouTube again.')
    print('The instance is paused: it sends no emails and no requests, and deletes nothing on a schedule.')
    print('Start it, check it, and then run: linkshelf resume')
  })
}

function readRestoreArguments(args: string[]): { location: string; journals: string | undefined } {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { journals: { type: 'string' } } })
    const [location, ...others] = positionals
    if (location !== undefined && others.length === 0) return { location, journals: values.journals }
  } catch {
    // parseArgs throws if an option is unknown.
  }
  throw new StartError("Usage: linkshelf restore <folder of a back-up> [--journals <folder `journal` of the original's data folder>]")
}

/** Ends the pause of a restored instance. */
export async function runResume(config: Config, context: CommandContext): Promise<void> {
  await withDatabases(config, context, async (databases) => {
    if (!(await resume(databases.databaseUrl))) throw new StartError('This instance is not paused. Nothing was changed.')
    // Sets the retention of clicks, which was suspended.
    await prepareClickHouse(databases, config)
    print('Emails, requests to other systems and scheduled deletions continue within seconds.')
  })
}

function describeContents({ postgres, clickhouse }: BackupManifest): string {
  const rows = postgres.tables.reduce((total, table) => total + table.rows, 0)
  const countRows = (name: string) =>
    clickhouse.partitions.reduce((total, partition) => (partition.table === name ? total + partition.rows : total), 0)
  const format = (count: number) => count.toLocaleString('en')
  return [
    `PostgreSQL: ${format(rows)} rows in ${postgres.tables.length} tables`,
    `ClickHouse: ${format(countRows('clicks'))} clicks and ${format(countRows('page_views'))} page views, with their rollups`,
  ].join('\n')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
