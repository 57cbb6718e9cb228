import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { computeFirstCompleteDay } from '../../analytics/index.ts'
import {
  type BackupManifest,
  createBackup,
  openBackup,
  openBackupTarget,
  type RepeatedErasures,
  restoreBackup,
  resume,
} from '../../backups/index.ts'
import { copyJournals, openClickStore } from '../../clicks/index.ts'
import type { Config } from '../../config.ts'
import { assertDatabases, prepareClickHouse } from '../../databases/database.ts'
import { clickhouseFolder, postgresFolder } from '../../databases/newer-databases.ts'
import { systemClock } from '../../platform/clock.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type CommandContext, withDatabases } from '../local-databases.ts'
import { findStores } from '../stores.ts'

/** Makes a back-up in a folder or a bucket, while the instance runs or not. */
export async function runBackup(config: Config, context: CommandContext, [target, ...others]: string[]): Promise<void> {
  if (target === undefined || others.length > 0) throw new StartError('Usage: linkshelf backup <folder, or s3://bucket/prefix>')
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
 * `--journals`, also copies the journals of the original, which have clicks that are newer than the back-up. Erases
 * again what was erased after the back-up, as the list next to the back-up or that of `--erasures` says.
 */
export async function runRestore(config: Config, context: CommandContext, args: string[]): Promise<void> {
  const { location, journals, erasuresFile } = readRestoreArguments(args)
  if ((await findStores(config.dataFolder)) !== undefined)
    throw new StartError(`Linkshelf runs on ${config.dataFolder}. Choose an empty folder with LINKSHELF_DATA.`)
  await withDatabases(config, context, async ({ databaseUrl, clickhouseUrl }) => {
    const cluster = config.clickhouseCluster
    const { manifest, lists, erasures } = await restoreBackup({
      backup: openBackup(location),
      ...{ databaseUrl, clickhouseUrl, cluster, postgresFolder, clickhouseFolder, erasuresFile },
      async onLoaded() {
        if (journals === undefined) return
        print(`Journal segments copied: ${await copyJournals(resolve(journals), join(config.dataFolder, 'journal'))}`)
      },
    })
    print(describeContents(manifest))
    print('All counts and checksums equal those of the back-up.')
    print(describeErasures(erasures))
    print(lists.description)
    print(`It contains what was stored until ${manifest.takenAt}. Unique visitors of that day may be counted twice.`)
    print('Users sign in again, and connect YouTube again.')
    print('The instance is paused: it sends no emails and no requests, and deletes nothing on a schedule.')
    print('Start it, check it, and then run: linkshelf resume')
  })
}

interface RestoreArguments {
  location: string
  journals: string | undefined
  erasuresFile: string | undefined
}

function readRestoreArguments(args: string[]): RestoreArguments {
  try {
    const options = { journals: { type: 'string' }, erasures: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [location, ...others] = positionals
    if (location !== undefined && others.length === 0) return { location, journals: values.journals, erasuresFile: values.erasures }
  } catch {
    // parseArgs throws if an option is unknown.
  }
  throw new StartError(
    "Usage: linkshelf restore <path or address of a back-up> [--journals <folder `journal` of the original's data folder>] [--erasures <file>]",
  )
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

export function describeContents({ postgres, clickhouse }: BackupManifest): string {
  const rows = postgres.tables.reduce((total, table) => total + table.rows, 0)
  const countRows = (name: string) =>
    clickhouse.partitions.reduce((total, partition) => (partition.table === name ? total + partition.rows : total), 0)
  const format = (count: number) => count.toLocaleString('en')
  return [
    `PostgreSQL: ${format(rows)} rows in ${postgres.tables.length} tables`,
    `ClickHouse: ${format(countRows('clicks'))} clicks and ${format(countRows('page_views'))} page views, with their rollups`,
  ].join('\n')
}

/** Names of erasures for messages, in the plural. */
const erasureNames: Record<RepeatedErasures['counts'][number]['kind'], string> = {
  user: 'deleted accounts',
  disabled_user: 'disabled accounts',
  organization: 'deleted organizations',
  member: 'removed members',
  api_key: 'revoked API keys',
  project: 'deleted projects',
  postback_address: 'revoked postback addresses',
  store: 'deleted stores',
  category: 'deleted categories',
  product: 'deleted products',
  link: 'deleted links',
  clicks: 'deletions of clicks',
}

function describeErasures({ counts, reservedCount }: RepeatedErasures): string {
  const lines = counts.map(({ kind, erased, missing }) => {
    const skipped = missing === 0 ? '' : `, and ${missing.toLocaleString('en')} that the back-up does not contain`
    return `Erased again, ${erasureNames[kind]}: ${erased.toLocaleString('en')}${skipped}`
  })
  if (lines.length === 0) lines.push('Nothing was erased again.')
  if (reservedCount > 0)
    lines.push(`Short names that stay reserved, because their links are newer than the back-up: ${reservedCount.toLocaleString('en')}`)
  return lines.join('\n')
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
