import { ignoreDeleted } from '../access/index.ts'

/**
 * Imports one batch after another while `importBatch` returns an import in the state `importing`; stops when the import
 * was deleted. Each batch is one transaction that stores its rows and how far the import is: a job that is killed at
 * any moment resumes behind the last whole batch.
 */
export async function runBatches(importBatch: () => Promise<{ state: string }>): Promise<void> {
  let isRunning = true
  while (isRunning) {
    isRunning = false
    await ignoreDeleted(
      importBatch().then((row) => {
        isRunning = row.state === 'importing'
      }),
    )
  }
}
