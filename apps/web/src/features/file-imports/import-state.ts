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

/** Returns whether the server is working on an import, or the user has not yet started it after its check. */
export function isUnfinished(one: FileImport): boolean {
  return isImportRunning(one) || one.state === 'ready'
}

/** Returns the name of the imported file. The import may have been deleted, or may be of another kind. */
export function findImportName(imports: readonly FileImport[], importId: string): string {
  return imports.find(({ import_id }) => import_id === importId)?.file_name ?? 'Earlier file'
}
