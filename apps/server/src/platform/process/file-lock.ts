import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/**
 * An exclusive lock that the kernel releases when this process ends, however it ends: a locked file has a living owner.
 * Returns undefined when it is locked already, also within this process. Node has no call for such a lock; SQLite,
 * which is built in, takes one on the (empty) file.
 */
export function tryLockFile(path: string): FileLock | undefined {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = memory; begin exclusive') // no second file beside it
    return {
      release() {
        if (file.isOpen) file.close()
      },
    }
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
