import { addAbortSignal, type Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { computeFirstCompleteDay, findClickRetentionMonths } from '../analytics/migrate.ts'
import { type ClickStore, freezeClicks } from '../clicks/index.ts'
import { buildInfo, formatBuildInfo } from '../platform/build-info.ts'
import { findAppliedMigrations as findAppliedInClickHouse } from '../platform/clickhouse/clickhouse-migrations.ts'
import type { Clock } from '../platform/clock.ts'
import { type DatabaseSnapshot, openDatabaseSnapshot } from '../platform/postgres/copy-tables.ts'
import { findAppliedMigrations } from '../platform/postgres/postgres-migrations.ts'
import { withConnection } from '../platform/postgres/with-connection.ts'
import { StartError } from '../platform/process/start-error.ts'
import { backupFormat, type Manifest, type MigrationNames } from './backup-format.ts'
import { findCreationTime } from './database-backups.ts'
import { createListUpdates } from './erasures/update-lists.ts'
import { findInstanceIdentity } from './instance-identity.ts'
import { copiedSchemas, omittedTables } from './omitted-tables.ts'
import { readSecrets, type SecretTable, writeSecrets } from './secrets.ts'
import type { BackupTarget, BackupWriter } from './targets/backup-target.ts'

/** How long the end of a back-up waits for another process that updates the list of erasures. */
const listWaitMs = 60_000
const migratedMeanwhile = 'The back-up was not made, because the databases were migrated at the same time. Try again after the upgrade.'

export interface BackupOptions {
  /** Signs in to PostgreSQL as the owner of the database. */
  databaseUrl: string
  clickhouseUrl: string
  store: ClickStore
  target: BackupTarget
  clock: Clock
  /** Called with the back-up's name before anything is copied, and after killed back-ups were deleted. */
  onBegin?: (name: string) => Promise<void>
  /** Runs just before the back-up is complete. Rejects if the caller has lost a lock that protects the back-up. */
  assertLocked?: () => Promise<void>
  /** Runs when the back-up is complete. */
  onComplete?: (manifest: Manifest) => Promise<void>
  /** If it is aborted, the back-up ends with the signal's reason, and what was written is deleted. */
  signal?: AbortSignal
  /** If omitted, the back-up contains no secrets. */
  secrets?: { tables: readonly SecretTable[]; passphrase: string } | undefined
  /** The migrations that an upgrade is about to apply. Omitted if the back-up is not made for an upgrade. */
  upgrade?: MigrationNames
}

export interface CreatedBackup {
  /** Where the back-up is: a path or an address. */
  location: string
  manifest: Manifest
  /** How long no clicks were written to ClickHouse, in milliseconds. Clicks were recorded in the journals. */
  stoppedMs: number
}

/**
 * Creates a back-up of both databases as they were at one instant, while the product runs. Throws a StartError if a
 * move or another back-up is running, if the databases are migrated at the same time, if this machine can't decrypt the
 * secrets, or if the back-up is complete and the lists next to it can't be updated.
 */
export async function createBackup({
  databaseUrl,
  clickhouseUrl,
  store,
  target,
  clock,
  onBegin,
  assertLocked,
  onComplete,
  signal,
  secrets,
  upgrade,
}: BackupOptions): Promise<CreatedBackup> {
  const expiredBefore = await findExpiry(store, clock)
  const identity = await withConnection(databaseUrl, findInstanceIdentity)
  const migrations = await findMigrations()
  await using writer = abortWriter(await target.createBackup(clock.now()), signal)
  await onBegin?.(writer.name)
  await using resources = new AsyncDisposableStack()
  const onFrozen = async () => {
    const frozen = { snapshot: resources.use(await openDatabaseSnapshot(databaseUrl, copiedSchemas)), takenAt: clock.now() }
    if (!isDeepStrictEqual(await findMigrations(), migrations)) throw new StartError(migratedMeanwhile)
    return frozen
  }
  const clicks = resources.use(await freezeClicks({ databaseUrl, store, expiredBefore, onFrozen }))
  const { snapshot, takenAt } = clicks.result

  const stored = secrets && (await writeSecrets(writer, await readSecrets(snapshot, secrets.tables), secrets.passphrase))
  const postgres = await writeTables(writer, snapshot)
  // While the snapshot is open, PostgreSQL can't remove old rows.
  await snapshot[Symbol.asyncDispose]()
  const partitions: Manifest['clickhouse']['partitions'] = []
  for (const { table, id, columns, computeChecksum, readChunks } of clicks.partitions) {
    const files: Manifest['clickhouse']['partitions'][number]['files'] = []
    for await (const chunk of readChunks()) {
      const number = String(files.length + 1).padStart(4, '0')
      files.push(await writer.writeFile(`clickhouse/${table}.${id}.${number}.tsv.zst`, chunk))
    }
    partitions.push({ table, id, columns: [...columns], ...(await computeChecksum()), files })
  }
  const manifest: Manifest = {
    format: backupFormat,
    release: formatBuildInfo(buildInfo),
    ...(identity && { instance: identity.id }),
    takenAt: takenAt.toISOString(),
    ...(upgrade && { upgrade }),
    ...(stored && { secrets: stored }),
    postgres: { migrations: migrations.postgres, createdAt: await findCreationTime(databaseUrl), ...postgres },
    clickhouse: { migrations: migrations.clickhouse, expiredBefore, partitions },
  }
  signal?.throwIfAborted()
  await clicks.assertAlone()
  await assertLocked?.()
  const location = await writer.finish(manifest)
  try {
    await onComplete?.(manifest)
  } finally {
    await updateLists(databaseUrl, target)
  }
  return { location, manifest, stoppedMs: clicks.stoppedMs }

  async function findMigrations(): Promise<MigrationNames> {
    const [postgres, clickhouse] = [await findAppliedMigrations(databaseUrl), await findAppliedInClickHouse(clickhouseUrl)]
    return { postgres: postgres.map(({ name }) => name), clickhouse: clickhouse.map(({ name }) => name) }
  }
}

/**
 * Returns the instant, in milliseconds since 1970, before which single clicks have expired. It follows from the tables,
 * because the settings of the process that makes the back-up can differ from those of the instance.
 */
async function findExpiry(store: ClickStore, clock: Clock): Promise<number> {
  const months = await findClickRetentionMonths({ clickhouse: store.client }, store)
  return months === undefined ? 0 : computeFirstCompleteDay(clock.now(), months) * 1_000
}

/** Appends to the lists next to the back-ups, because a restore warns if they end before the back-up. */
async function updateLists(databaseUrl: string, target: BackupTarget): Promise<void> {
  try {
    const isUpdated = await createListUpdates({ databaseUrl, target }).update({ isForced: true, merges: true, waitMs: listWaitMs })
    if (!isUpdated) throw new Error('another process does not stop updating them')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The back-up is complete, but the lists next to it can't be updated: ${reason}`, { cause })
  }
}

async function writeTables(writer: BackupWriter, snapshot: DatabaseSnapshot): Promise<Pick<Manifest['postgres'], 'tables' | 'sequences'>> {
  const tables: Manifest['postgres']['tables'] = []
  for (const table of snapshot.tables) {
    if (omittedTables.has(table.name)) continue
    const rows = snapshot.readRows(table)
    const file = await writer.writeFile(`postgres/${table.name}.copy.zst`, rows)
    tables.push({ name: table.name, columns: [...table.columns], rows: rows.rowCount, file })
  }
  return { tables, sequences: [...snapshot.sequences] }
}

/** Returns a writer that writes no more after the signal was aborted. */
function abortWriter(writer: BackupWriter, signal: AbortSignal | undefined): BackupWriter {
  if (signal === undefined) return writer
  return {
    ...writer,
    async writeFile(path: string, content: Readable) {
      // If the signal was aborted already, the stream fails before the writer listens to it.
      content.on('error', () => undefined)
      try {
        return await writer.writeFile(path, addAbortSignal(signal, content))
      } catch (error) {
        signal.throwIfAborted()
        throw error
      }
    },
  }
}
