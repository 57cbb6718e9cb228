import { join, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import {
  type BackupManifest,
  createBackup,
  openBackup,
  openBackupTarget,
  type RepeatedErasures,
  restoreBackup,
  resume,
  type SecretTable,
} from '../../backups/index.ts'
import { copyJournals, hasJournals, openClickStore } from '../../clicks/index.ts'
import type { Config } from '../../config.ts'
import { assertDatabases, prepareClickHouse } from '../../databases/database.ts'
import { clickhouseFolder, type MigratedDatabases, postgresFolder } from '../../databases/newer-databases.ts'
import { systemClock } from '../../platform/clock.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type CommandContext, withDatabases } from '../local-databases.ts'
import { findStores } from '../stores.ts'

/** Makes a back-up in a folder or a bucket, while the instance runs or not. With `--secrets`, it includes secrets. */
export async function runBackup(config: Config, context: CommandContext, args: string[]): Promise<void> {
  const usage = 'Usage: linkshelf backup <folder, or s3://bucket/prefix> [--secrets]'
  const { location, values } = readArguments(args, { secrets: { type: 'boolean' } }, usage)
  const target = openBackupTarget(location)
  const secrets = values.secrets === true ? await openSecrets(config) : undefined
  await withDatabases(config, context, async ({ databaseUrl, clickhouseUrl }) => {
    await assertDatabases({ databaseUrl, clickhouseUrl }, config)
    await using store = await openClickStore(clickhouseUrl)
    const created = await createBackup({
      ...{ databaseUrl, clickhouseUrl, store, target, secrets },
      clock: systemClock,
    })
    print(describeContents(created.manifest))
    if (created.manifest.secrets !== undefined) print(describeSecrets(created.manifest.secrets))
    print(`For ${(created.stoppedMs / 1_000).toFixed(1)} seconds new clicks waited in the journals. None of them is lost.`)
    print(`The back-up is in ${created.location}`)
  })
}

/**
 * Restores a back-up into an empty data folder, or into the empty databases that the configuration names. With
 * `--journals`, also copies the journals of the original, which have clicks that are newer than the back-up. Erases
 * again what was erased after the back-up, according to the list next to the back-up or the list of `--erasures`.
 */
export async function runRestore(config: Config, context: CommandContext, args: string[]): Promise<void> {
  const options = { journals: { type: 'string' }, erasures: { type: 'string' }, 'without-secrets': { type: 'boolean' } } as const
  const usage = `Usage: linkshelf restore <path or address of a back-up> [--without-secrets] [--erasures <file>]
  [--journals <folder \`journal\` of the original's data folder>]`
  const { location, values } = readArguments(args, options, usage)
  const erasuresFile = values.erasures
  const [ownJournals, journals] = [join(config.dataFolder, 'journal'), values.journals && resolve(values.journals)]
  const backup = openBackup(location)
  const hasSecrets = values['without-secrets'] !== true
  if ((await findStores(config.dataFolder)) !== undefined)
    throw new StartError(`Linkshelf runs on ${config.dataFolder}. Choose an empty folder with LINKSHELF_DATA.`)
  if (journals !== undefined && !(await hasJournals(journals)))
    throw new StartError(`${journals} has no journals. Name the folder \`journal\` of the original's data folder. Nothing was changed.`)
  // Fails before the databases are started, which takes seconds.
  await backup.readManifest()
  const restore = async ({ databaseUrl, clickhouseUrl }: MigratedDatabases) => {
    const cluster = config.clickhouseCluster
    const { manifest, lists, erasures } = await restoreBackup({
      ...{ backup, databaseUrl, clickhouseUrl, cluster, postgresFolder, clickhouseFolder, erasuresFile },
      secrets: hasSecrets ? { passphrase: config.backups.passphrase, openTables: () => openTables(config) } : undefined,
      async onBegin() {
        if (!(await hasJournals(ownJournals))) return
        throw new StartError(
          `${ownJournals} has journals, so its clicks could count twice. Move the folder away, and name it with --journals. Nothing was changed.`,
        )
      },
      async onLoaded() {
        if (journals !== undefined) print(`Journal segments copied: ${await copyJournals(journals, ownJournals)}`)
      },
    })
    print(describeContents(manifest))
    print('All counts and checksums equal those of the back-up.')
    print(describeErasures(erasures))
    print(lists.description)
    print(`The back-up contains what was stored until ${manifest.takenAt}. Unique visitors of that day may be counted twice.`)
    if (hasSecrets && manifest.secrets !== undefined) {
      print(describeSecrets(manifest.secrets))
      print(
        'The signing keys, the keys of authenticator apps and the connections to YouTube work. Users sign in again, because no back-up contains sessions.',
      )
    } else print('Users sign in again, and connect YouTube again.')
    print('The instance is paused: it sends no emails and no requests, and deletes nothing on a schedule.')
    print('Start it, check it, and then run: linkshelf resume')
  }
  await withDatabases(config, context, restore, { creates: true })
}

/** Returns the only positional argument, and the options. Throws a StartError with the usage if they are invalid. */
function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options, usage: string) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [location, ...others] = positionals
    if (location !== undefined && others.length === 0) return { location, values }
  } catch {
    // parseArgs throws if an option is unknown.
  }
  throw new StartError(usage)
}

/** Throws a StartError if there is no passphrase, before anything is copied. */
export async function openSecrets(config: Config): Promise<{ passphrase: string; tables: SecretTable[] }> {
  const passphrase = config.backups.passphrase
  if (passphrase === undefined)
    throw new StartError('Set BACKUP_PASSPHRASE to the passphrase that encrypts the secrets. Nothing was copied.')
  return { passphrase, tables: await openTables(config) }
}

/** Loads the modules that have secrets, which other back-ups do not need. */
async function openTables(config: Config): Promise<SecretTable[]> {
  const { openSecretTables } = await import('../backup-secrets.ts')
  return openSecretTables(config)
}

/** Ends the pause of a restored instance. */
export async function runResume(config: Config, context: CommandContext, args: string[]): Promise<void> {
  if (args.length > 0) throw new StartError('Usage: linkshelf resume')
  await withDatabases(config, context, async (databases) => {
    if (!(await resume(databases.databaseUrl))) throw new StartError('This instance is not paused. Nothing was changed.')
    print('Emails, requests to other systems and scheduled deletions continue within seconds.')
    // The setting of this shell can be missing, and a shorter retention deletes clicks.
    if (config.environment.CLICK_RETENTION_MONTHS === undefined) print('Clicks expire again after the next `start` or `migrate`.')
    else await prepareClickHouse(databases, config)
  })
}

const secretNames: Record<string, string> = {
  'public.identity_keys': 'signing keys',
  'public.youtube_connections': 'connections to YouTube',
  'public.user_totp': 'keys of authenticator apps',
}

export function describeSecrets({ tables }: NonNullable<BackupManifest['secrets']>): string {
  return `Secrets: ${tables.map(({ name, rows }) => `${rows} ${secretNames[name] ?? name}`).join(', ')}, encrypted with BACKUP_PASSPHRASE`
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
  passkey: 'removed passkeys',
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
