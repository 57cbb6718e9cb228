import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ClickStore } from '../../clicks/index.ts'
import { createDiskSpace, type DiskSpaceOptions } from '../../platform/disk-space.ts'
import { formatBytes } from '../../platform/format-bytes.ts'
import { withConnection } from '../../platform/postgres/with-connection.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { countStoredBytes, type Manifest } from '../backup-format.ts'

export interface SpaceRequest extends Pick<DiskSpaceOptions, 'minFreeBytes' | 'readSpace'> {
  /** The folder that is written to. It may not exist yet. */
  folder: string
  neededBytes: number
  /** What does not fit, for example "a back-up". */
  content: string
  /** What the operator can do. */
  advice: string
}

/** Throws a StartError if less than MIN_FREE_DISK_BYTES would stay free on the folder's disk. Deletes nothing. */
export async function assertSpace({ folder, neededBytes, content, advice, ...options }: SpaceRequest): Promise<void> {
  const existing = await findExistingFolder(folder)
  const disk = createDiskSpace({ folders: [existing], ...options })
  const space = (await disk.read())[existing]
  if (space === undefined) return
  const minFreeBytes = disk.minFreeBytes(space)
  if (space.freeBytes - neededBytes >= minFreeBytes) return
  throw new StartError(
    `The disk of ${folder} has ${formatBytes(space.freeBytes)} free, too little for ${content} of about ${formatBytes(neededBytes)} and the ${formatBytes(minFreeBytes)} that must stay free. Nothing was made or deleted. ${advice}`,
  )
}

export interface BackupSpaceRequest extends Omit<SpaceRequest, 'neededBytes' | 'content'> {
  databaseUrl: string
  store: ClickStore
  /** The manifest of the newest back-up. Undefined if there is no back-up. */
  newest: Manifest | undefined
}

/**
 * Throws a StartError if the disk has too little space for a back-up, which is expected to be as large as the newest
 * back-up. If there is no back-up, it is expected to be as large as the databases.
 */
export async function assertSpaceForBackup({ databaseUrl, store, newest, ...request }: BackupSpaceRequest): Promise<void> {
  const neededBytes = newest === undefined ? await measureDatabases(databaseUrl, store) : countStoredBytes(newest)
  await assertSpace({ ...request, neededBytes, content: 'a back-up' })
}

async function findExistingFolder(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder))
}

/** Returns the size of both databases in bytes. A back-up is smaller, because it is compressed and has no indexes. */
async function measureDatabases(databaseUrl: string, store: ClickStore): Promise<number> {
  const postgresBytes = await measurePostgres(databaseUrl)
  const parts = await store.select<{ bytes: number }>(
    'SELECT toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
  )
  return postgresBytes + (parts[0]?.bytes ?? 0)
}

/** Returns the size of the PostgreSQL database in bytes. */
export function measurePostgres(databaseUrl: string): Promise<number> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
    return rows[0]?.bytes ?? 0
  })
}
