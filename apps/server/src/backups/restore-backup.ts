import pg from 'pg'
import { setClickRetention } from '../analytics/migrate.ts'
import { type ClickStore, loadClicks, openClickStore } from '../clicks/index.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import {
  createClickHouseDatabase,
  findAppliedMigrations as findAppliedInClickHouse,
  migrateClickHouse,
} from '../platform/clickhouse/clickhouse-migrations.ts'
import { migratePostgres } from '../platform/postgres/postgres-migrations.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Manifest } from './backup-format.ts'
import { type ListsOfBackup, readLists } from './erasures/read-lists.ts'
import { type RepeatedErasures, repeatErasures } from './erasures/repeat-erasures.ts'
import { pausedRetentionMonths } from './pause.ts'
import { assertKnownMigrations, restoreDatabase } from './restore-database.ts'
import { markLoaded, markRestore, removeMarker } from './restore-marker.ts'
import { decryptSecrets, type SecretTable, toInsertSql } from './secrets.ts'
import type { BackupReader } from './targets/backup-target.ts'

export interface RestoreOptions {
  backup: BackupReader
  /** Signs in to PostgreSQL as the owner of the database, which must be empty. */
  databaseUrl: string
  /** Signs in as the account that migrates. Its database must be empty or must not exist. */
  clickhouseUrl: string
  cluster: string | undefined
  postgresFolder: string
  clickhouseFolder: string
  /** The file with the list of erasures. By default, this is the list next to the back-up. */
  erasuresFile?: string | undefined
  /** Runs before anything is changed, but not if a killed restore is repeated. If it rejects, nothing is restored. */
  onBegin?: () => Promise<void>
  /** Runs when all rows are loaded, and again if the restore is killed and repeated. */
  onLoaded?: () => Promise<void>
  /**
   * If omitted, no secrets are restored. The passphrase is needed if the back-up has secrets. The tables are opened
   * after the passphrase was checked.
   */
  secrets?: { passphrase: string | undefined; openTables(): Promise<readonly SecretTable[]> } | undefined
}

export interface RestoredBackup {
  /** Its counts and checksums equal those of the loaded rows. */
  manifest: Manifest
  lists: ListsOfBackup
  erasures: RepeatedErasures
}

/**
 * Restores a back-up into empty databases. The rows are loaded with the schema of the release that made the back-up.
 * Then both databases are migrated, and what was erased since the back-up is erased again. If the restore was killed,
 * it can be repeated. Throws a StartError if a database is not empty, if the back-up or the list of erasures is
 * damaged, if a newer release made the back-up, or if the passphrase of its secrets is wrong.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const manifest = await options.backup.readManifest()
  await assertKnownMigrations(manifest, options)
  const insertSecrets = await createSecretsSql(manifest, options)
  const lists = await readLists(options.backup, new Date(manifest.takenAt), options.erasuresFile)
  const isLoaded = await markRestore(options.databaseUrl, manifest.takenAt, async () => {
    await assertNoClicks(options)
    await options.onBegin?.()
  })
  if (!isLoaded) {
    await restoreClicks(manifest, options)
    await restoreTables(manifest, options, insertSecrets)
  }
  await options.onLoaded?.()
  return { manifest, lists, erasures: await migrateAndErase(manifest, lists, options) }
}

async function migrateAndErase(
  { takenAt }: Manifest,
  lists: ListsOfBackup,
  { databaseUrl, clickhouseUrl, cluster, postgresFolder, clickhouseFolder }: RestoreOptions,
): Promise<RepeatedErasures> {
  await migratePostgres(databaseUrl, postgresFolder)
  const clickhouse = openClickHouse(clickhouseUrl)
  try {
    await migrateClickHouse(clickhouse, clickhouseFolder, cluster === undefined ? {} : { cluster })
    // The table exists only now, because the back-up can have the schema of a release without back-ups.
    const pause = `insert into restored_backups (taken_at) values (${pg.escapeLiteral(takenAt)})`
    const finalStatement = `${pause}; ${removeMarker}`
    return await repeatErasures({ databaseUrl, clickhouse, takenAt: new Date(takenAt), lists, finalStatement })
  } finally {
    await clickhouse.close()
  }
}

/** Returns SQL that inserts the secrets of the back-up. Empty if it has no secrets, or if they are not restored. */
async function createSecretsSql({ secrets: stored }: Manifest, { backup, secrets }: RestoreOptions): Promise<string> {
  if (stored === undefined || secrets === undefined) return ''
  if (secrets.passphrase === undefined)
    throw new StartError(
      `${backup.location} has secrets: set BACKUP_PASSPHRASE to their passphrase, or add --without-secrets. Nothing was changed.`,
    )
  return toInsertSql(await decryptSecrets(backup, stored, secrets.passphrase), await secrets.openTables())
}

async function assertNoClicks({ clickhouseUrl }: RestoreOptions): Promise<void> {
  if ((await findAppliedInClickHouse(clickhouseUrl)).length > 0)
    throw new StartError(
      'ClickHouse has tables: restore into an empty data folder, or into another database of CLICKHOUSE_URL. Nothing was changed.',
    )
}

async function restoreClicks(
  { clickhouse }: Manifest,
  { backup, clickhouseUrl, cluster, clickhouseFolder }: RestoreOptions,
): Promise<void> {
  const onCluster = cluster === undefined ? {} : { cluster }
  await createClickHouseDatabase(clickhouseUrl, onCluster)
  await using store = await openMigratedStore(clickhouseUrl, clickhouseFolder, { ...onCluster, names: clickhouse.migrations })
  // Before the rows are loaded, because ClickHouse would delete clicks that have expired since the back-up.
  await setClickRetention({ clickhouse: store.client }, pausedRetentionMonths, onCluster)
  const partitions = clickhouse.partitions.map(({ table, id, columns, rows, hash, files }) => ({
    table,
    id,
    columns,
    checksum: { rows, hash },
    async *readChunks() {
      for (const file of files) yield backup.readFile(file)
    },
  }))
  await loadClicks({ store, partitions, expiredBefore: clickhouse.expiredBefore })
}

async function openMigratedStore(
  url: string,
  clickhouseFolder: string,
  migrations: { cluster?: string; names: readonly string[] },
): Promise<ClickStore> {
  const client = openClickHouse(url)
  try {
    await migrateClickHouse(client, clickhouseFolder, migrations)
  } finally {
    await client.close()
  }
  return openClickStore(url)
}

async function restoreTables(
  manifest: Manifest,
  { backup, databaseUrl, postgresFolder }: RestoreOptions,
  insertSecrets: string,
): Promise<void> {
  await restoreDatabase(manifest, {
    ...{ databaseUrl, postgresFolder },
    readRows: ({ file }) => backup.readFile(file),
    finalStatements: `
      update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null;
      ${insertSecrets}
      ${markLoaded}`,
  })
}
