import { StartError } from '../../platform/process/start-error.ts'
import { countStoredBytes, type Manifest } from '../backup-format.ts'
import { type BackupOptions, type CreatedBackup, createBackup } from '../create-backup.ts'
import { listOwnBackups } from '../database-backups.ts'
import type { BackupTarget } from '../targets/backup-target.ts'
import { assertSpaceForBackup, type SpaceRequest } from './backup-space.ts'
import { type RunOptions, recordRun } from './record-run.ts'

export interface StoredBackupOptions
  extends Omit<BackupOptions, 'onBegin' | 'assertLocked' | 'onComplete' | 'signal'>,
    Omit<RunOptions, 'kind'>,
    Pick<SpaceRequest, 'minFreeBytes' | 'readSpace'> {
  /** The folder of the target. Undefined if the target is a bucket, whose space has no limit. */
  folder: string | undefined
  /** How many back-ups of this instance are stored. */
  copies: number
}

export interface StoredBackup extends CreatedBackup {
  /** The names of the old back-ups that were deleted. */
  deleted: string[]
}

/**
 * Makes a back-up in the target, and then deletes the back-ups of this instance except the newest `copies`. Back-ups of
 * other instances in the target are neither counted nor deleted. Records the run. Throws a StartError, and deletes no
 * back-up, if the disk has too little space or the back-up can't be completed.
 */
export function makeStoredBackup(options: StoredBackupOptions): Promise<StoredBackup> {
  const { databaseUrl, target, copies } = options
  return recordRun({ ...options, kind: 'backup' }, async ({ recordBackup, recordBytes, assertLocked }) => {
    const onBegin = async (name: string) => {
      await assertSpaceInTarget(options)
      await recordBackup(name)
    }
    let deleted: string[] = []
    const onComplete = async (manifest: Manifest) => {
      await recordBytes(countStoredBytes(manifest))
      deleted = await deleteOldBackups(databaseUrl, target, copies)
    }
    const created = await createBackup({ ...options, onBegin, assertLocked, onComplete })
    return { ...created, deleted }
  })
}

async function assertSpaceInTarget({ folder, databaseUrl, store, target, ...options }: StoredBackupOptions): Promise<void> {
  if (folder === undefined) return
  const newest = (await listOwnBackups(databaseUrl, target)).at(-1)?.manifest
  const advice = 'Free some space, or choose another place with BACKUP_TARGET.'
  await assertSpaceForBackup({ ...options, folder, databaseUrl, store, newest, advice })
}

async function deleteOldBackups(databaseUrl: string, target: BackupTarget, copies: number): Promise<string[]> {
  const own = await listOwnBackups(databaseUrl, target)
  const old = own.slice(0, -copies).map(({ name }) => name)
  for (const name of old) {
    await target.deleteBackup(name).catch((cause: Error) => {
      throw new StartError(`The back-up is complete, but the old back-up ${name} can't be deleted: ${cause.message}`, { cause })
    })
  }
  return old
}
