import { Readable } from 'node:stream'
import { openDatabaseSnapshot } from '../../platform/postgres/copy-tables.ts'
import { StartError } from '../../platform/process/start-error.ts'
import type { Manifest } from '../backup-format.ts'
import { listOwnBackups } from '../database-backups.ts'
import { copiedSchemas } from '../omitted-tables.ts'
import { assertKnownMigrations, restoreDatabase } from '../restore-database.ts'
import type { BackupReader, BackupTarget } from '../targets/backup-target.ts'
import { assertSpace, measurePostgres, type SpaceRequest } from './backup-space.ts'
import { createLineHash } from './line-hash.ts'
import { type RunOptions, recordRun } from './record-run.ts'
import { openScratchDatabase } from './scratch-database.ts'

export interface CheckOptions extends Pick<SpaceRequest, 'minFreeBytes' | 'readSpace'> {
  /** Signs in to PostgreSQL as an account that may create databases. */
  databaseUrl: string
  postgresFolder: string
  clickhouseFolder: string
  /** The folder of the PostgreSQL server's data. Undefined if it is not on this machine. */
  folder: string | undefined
  signal: AbortSignal
}

export interface CheckedBackup {
  location: string
  manifest: Manifest
}

/**
 * Checks a back-up: restores its PostgreSQL part into a scratch database of the server, compares every row and sequence
 * with the back-up, drops the database, and compares the files of clicks with their checksums. Throws a StartError if
 * the back-up is damaged, or if the account may not create databases.
 */
export async function checkBackup(backup: BackupReader, options: CheckOptions): Promise<CheckedBackup> {
  const manifest = await backup.readManifest()
  await assertKnownMigrations(manifest, options)
  if (options.folder !== undefined) {
    const neededBytes = await measurePostgres(options.databaseUrl)
    await assertSpace({
      ...options,
      folder: options.folder,
      neededBytes,
      content: 'a scratch database',
      advice: 'Free some space, or set BACKUP_CHECKS=off.',
    })
  }
  try {
    await checkTables(backup, manifest, options)
    for (const file of manifest.clickhouse.partitions.flatMap(({ files }) => files)) {
      for await (const _chunk of backup.readFile(file)) options.signal.throwIfAborted()
    }
  } catch (error) {
    // When the signal is aborted, the scratch database is dropped, so a statement fails.
    options.signal.throwIfAborted()
    throw error
  }
  return { location: backup.location, manifest }
}

async function checkTables(backup: BackupReader, manifest: Manifest, options: CheckOptions): Promise<void> {
  await using scratch = await openScratchDatabase(options.databaseUrl, options.signal)
  const hashByTable = new Map<string, string>()
  await restoreDatabase(manifest, {
    ...options,
    databaseUrl: scratch.url,
    readRows: ({ name, file }) => {
      const hash = createLineHash()
      return Readable.from(
        observeChunks(backup.readFile(file), hash.update, () => hashByTable.set(name, hash.digest())),
        { objectMode: false },
      )
    },
    finalStatements: 'select',
  })
  await using snapshot = await openDatabaseSnapshot(scratch.url, copiedSchemas)
  for (const table of manifest.postgres.tables) {
    const [rows, hash] = [snapshot.readRows(table), createLineHash()]
    for await (const chunk of rows) hash.update(chunk)
    if (rows.rowCount !== table.rows || hash.digest() !== hashByTable.get(table.name))
      throw new StartError(`The rows of ${table.name} in ${backup.location} differ after they were restored: the back-up is damaged.`)
  }
  const valueByName = new Map(snapshot.sequences.map(({ name, value }) => [name, value]))
  const differing = manifest.postgres.sequences.find(({ name, value }) => valueByName.get(name) !== value)
  if (differing !== undefined)
    throw new StartError(`The sequence ${differing.name} in ${backup.location} differs after it was restored: the back-up is damaged.`)
}

async function* observeChunks(content: Readable, onChunk: (chunk: Buffer) => void, onEnd: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    onChunk(chunk)
    yield chunk
  }
  onEnd()
}

/** Checks the newest back-up of this instance in the target, and records the run. */
export function checkNewestBackup(options: CheckOptions & Omit<RunOptions, 'kind'>): Promise<CheckedBackup> {
  const { databaseUrl, target } = options
  return recordRun({ ...options, kind: 'check' }, async ({ recordBackup }) => {
    const newest = await findNewestBackup(databaseUrl, target)
    await recordBackup(newest.name)
    return checkBackup(target.openBackup(newest.name), options)
  })
}

async function findNewestBackup(databaseUrl: string, target: BackupTarget) {
  const newest = (await listOwnBackups(databaseUrl, target)).at(-1)
  if (newest === undefined) throw new StartError('BACKUP_TARGET has no complete back-up of this instance. Make one: linkshelf backup')
  return newest
}
