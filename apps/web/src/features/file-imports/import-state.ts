import type { FileImport } from '@linkshelf/contract'

const pollIntervalMs = 1_000

/**
 * Returns the interval at which a list of imports is refetched: one second while the server works on an import,
 * otherwise false.
 */
export function pollWhileRunning({ state }: { state: { data: readonly FileImport[] | undefined } }): number | false {
  return state.data?.some(isImportRunning) ? pollIntervalMs : false
}

/** Returns whether the server works on an import. */
function isImportRunning({ state }: FileImport): boolean {
  return state === 'checking' || state === 'importing' || state === 'undoing'
}

/** Returns whether an import has ended after it may have created something. */
export function canUndo({ state, processed }: FileImport): boolean {
  return state === 'done' || (state === 'failed' && processed > 0)
}

/** Returns whether the server is working on an import, or the user has not yet started it after its check. */
export function isUnfinished(one: FileImport): boolean {
  return isImportRunning(one) || one.state === 'ready'
}
