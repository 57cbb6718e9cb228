// The back-up that `start` and `migrate` make before the first statement of an upgrade.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ClickStore, hasEqualClicks, openClickStore, openMoveSession } from '../clicks/index.ts'
import { findAppliedMigrations as findAppliedInClickHouse } from '../platform/clickhouse/clickhouse-migrations.ts'
import type { Clock } from '../platform/clock.ts'
import { listMigrations } from '../platform/migration-files.ts'
import { openDatabaseSnapshot } from '../platform/postgres/copy-tables.ts'
import { findAppliedMigrations } from '../platform/postgres/postgres-migrations.ts'
import type { Manifest, MigrationNames } from './backup-format.ts'
import { createBackup } from './create-backup.ts'
import { findCreationTime, listDatabaseBackups } from './database-backups.ts'
import { copiedSchemas, omittedTables } from './omitted-tables.ts'
import { assertSpaceForBackup } from './runs/backup-space.ts'
import type { BackupTarget } from './targets/backup-target.ts'

export interface UpgradeBackupOptions {
  /** Signs in to PostgreSQL as the owner of the database. */
  databaseUrl: string
  /** Signs in as the account that migrates. */
  clickhouseUrl: string
  postgresFolder: string
  clickhouseFolder: string
  target: BackupTarget
  clock: Clock
  /** The folder of the target. Undefined if the target is a bucket, whose space has no limit. */
  folder: string | undefined
  /** As in `createDiskSpace`. */
  minFreeBytes?: number | undefined
  /** If it is aborted, the back-up ends with the signal's reason, and what was written is deleted. */
  signal?: AbortSignal
}

/**
 * `created`: a new back-up. `reused`: no row has changed since this back-up. `continued`: this back-up was made before
 * an upgrade that was interrupted.
 */
export interface UpgradeBackup {
  kind: 'created' | 'reused' | 'continued'
  /** Where the back-up is: a path or an address. */
  location: string
}

/**
 * Makes a back-up of the databases with their present schema, which can be that of any earlier release. Makes no second
 * back-up if the newest back-up has the same rows, or if an upgrade was interrupted after its back-up. First deletes
 * what a killed upgrade copied. Throws a StartError if the disk has too little space, or if a move or another back-up
 * is running. Deletes earlier back-ups that were made before the same upgrade, so that an upgrade that is tried again
 * and again does not replace the nightly back-ups.
 */
export async function backUpBeforeUpgrade(options: UpgradeBackupOptions): Promise<UpgradeBackup> {
  const { databaseUrl, clickhouseUrl, target, clock, folder, minFreeBytes, signal } = options
  await deletePartialBackup(options)
  const applied = await findApplied(options)
  const files = { postgres: await listMigrations(options.postgresFolder), clickhouse: await listMigrations(options.clickhouseFolder) }
  const backups = await listDatabaseBackups(databaseUrl, target)
  const begun = backups.find(({ manifest }) => isInterrupted(manifest, applied, files))
  if (begun !== undefined) return { kind: 'continued', location: begun.location }
  await using store = await openClickStore(clickhouseUrl)
  const [newest] = backups
  if (newest !== undefined && (await isUnchanged(newest.manifest, { applied, databaseUrl, store, signal })))
    return { kind: 'reused', location: newest.location }

  const upgrade = { postgres: subtract(files.postgres, applied.postgres), clickhouse: subtract(files.clickhouse, applied.clickhouse) }
  const onBegin = async (name: string) => {
    if (folder !== undefined)
      await assertSpaceForBackup({ folder, databaseUrl, store, newest: newest?.manifest, minFreeBytes, advice: 'Free some space.' })
    await target.writeText(begunName, `${name} ${await findCreationTime(databaseUrl)}`)
  }
  const { location } = await createBackup({
    ...{ databaseUrl, clickhouseUrl, store, target, clock, upgrade, onBegin },
    ...(signal && { signal }),
  })
  const earlier = backups.filter(({ manifest }) => manifest.upgrade !== undefined && isDeepStrictEqual(toMigrations(manifest), applied))
  // The upgrade needs only the new back-up, so an error does not stop it. A nightly back-up deletes what remains.
  for (const { name } of earlier) await target.deleteBackup(name).catch(() => undefined)
  return { kind: 'created', location }
}

/** A file next to the back-ups with the name of the last back-up that an upgrade began, and its database. */
const begunName = 'upgrade.txt'

/** Deletes what an upgrade of this database copied before it was killed. */
async function deletePartialBackup({ databaseUrl, target }: UpgradeBackupOptions): Promise<void> {
  const [, name, createdAt] = /^(linkshelf-[\dTZ-]+) (.+)$/.exec((await target.readText(begunName)) ?? '') ?? []
  if (name === undefined || createdAt !== (await findCreationTime(databaseUrl))) return
  if ((await target.listBackups()).includes(name)) return
  // If the process that began it still has this lock, the back-up is running.
  await using _session = await openMoveSession(databaseUrl)
  await target.deleteBackup(name)
}

async function findApplied({ databaseUrl, clickhouseUrl }: UpgradeBackupOptions): Promise<MigrationNames> {
  const [postgres, clickhouse] = await Promise.all([findAppliedMigrations(databaseUrl), findAppliedInClickHouse(clickhouseUrl)])
  return { postgres: postgres.map(({ name }) => name), clickhouse: clickhouse.map(({ name }) => name) }
}

/** Returns whether an upgrade has applied some of its migrations after it made the back-up, but not all of them. */
function isInterrupted({ upgrade, postgres, clickhouse }: Manifest, applied: MigrationNames, files: MigrationNames): boolean {
  if (upgrade === undefined) return false
  const missing = [...subtract(upgrade.postgres, applied.postgres), ...subtract(upgrade.clickhouse, applied.clickhouse)]
  // Another release may have replaced a migration that failed, so a missing migration counts only if it still exists.
  const isUnfinished = missing.some((name) => files.postgres.includes(name) || files.clickhouse.includes(name))
  const added = subtract(applied.postgres, postgres.migrations).length + subtract(applied.clickhouse, clickhouse.migrations).length
  return isUnfinished && added > 0
}

/** Returns whether the databases have the migrations and rows of the back-up. Stops at the first difference. */
async function isUnchanged(
  manifest: Manifest,
  { applied, store, ...options }: Pick<UpgradeBackupOptions, 'databaseUrl' | 'signal'> & { applied: MigrationNames; store: ClickStore },
): Promise<boolean> {
  if (!isDeepStrictEqual(applied, toMigrations(manifest))) return false
  return (await hasEqualTables(options, manifest.postgres)) && hasEqualClicks(store, manifest.clickhouse)
}

/** Returns the migrations that the databases had when they were backed up. */
function toMigrations({ postgres, clickhouse }: Manifest): MigrationNames {
  return { postgres: postgres.migrations, clickhouse: clickhouse.migrations }
}

async function hasEqualTables(
  { databaseUrl, signal }: Pick<UpgradeBackupOptions, 'databaseUrl' | 'signal'>,
  { tables, sequences }: Manifest['postgres'],
): Promise<boolean> {
  await using snapshot = await openDatabaseSnapshot(databaseUrl, copiedSchemas)
  const copied = snapshot.tables.filter(({ name }) => !omittedTables.has(name))
  if (!isDeepStrictEqual(snapshot.sequences, sequences) || copied.length !== tables.length) return false
  for (const table of copied) {
    signal?.throwIfAborted()
    const expected = tables.find(({ name }) => name === table.name)
    if (expected === undefined || !isDeepStrictEqual(table.columns, expected.columns)) return false
    const hash = createHash('sha256')
    for await (const chunk of snapshot.readRows(table)) hash.update(chunk)
    if (hash.digest('hex') !== expected.file.sha256) return false
  }
  return true
}

function subtract(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name))
}
