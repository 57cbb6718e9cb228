import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BackupTarget, makeStoredBackup, openBackupTarget } from '../src/backups/index.ts'
import type { StoredBackup, StoredBackupOptions } from '../src/backups/runs/make-stored-backup.ts'
import { openClickStore } from '../src/clicks/index.ts'
import type { TestDeps } from './open-test-deps.ts'

export interface TestTarget extends AsyncDisposable {
  folder: string
  target: BackupTarget
  /** Makes a back-up of the instance on the day, for example `2026-11-30`. `replaced` replaces the default options. */
  makeBackup(deps: TestDeps, day: string, replaced?: Partial<StoredBackupOptions>): Promise<StoredBackup>
}

/** Opens an empty folder for back-ups. The folder is deleted when the target is disposed of. */
export async function openTestTarget(): Promise<TestTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-stored-'))
  const target = openBackupTarget(folder)
  return {
    folder,
    target,
    async makeBackup({ databaseUrl, clickhouseUrl }, day, replaced = {}) {
      await using store = await openClickStore(clickhouseUrl)
      return makeStoredBackup({
        ...{ databaseUrl, clickhouseUrl, store, target, folder, copies: 7, willRetry: false },
        minFreeBytes: 0,
        clock: { now: () => new Date(`${day}T03:17:00Z`) },
        signal: new AbortController().signal,
        ...replaced,
      })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
