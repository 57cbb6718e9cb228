import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  release(): void
}

/**
 * Takes an exclusive lock that the kernel releases when this process ends, however it ends. So a locked file has a
 * living owner. Returns undefined if the file is locked already, even within this process. Node has no call for such a
 * lock, so SQLite, which is built in, locks the (empty) file.
 */
export function tryLockFile(path: string): FileLock | undefined {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = memory; begin exclusive') // This setting avoids a second file next to the lock.
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
