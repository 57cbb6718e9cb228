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

const importIdForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns the id of an import in the URL. If the id is invalid, returns an empty text, which stands for no filter. */
export function toImportId(param: string | null): string {
  return param !== null && importIdForm.test(param) ? param : ''
}

/** Returns the name of the imported file. The import may have been deleted, or may be of another kind. */
export function findImportName(imports: readonly FileImport[], importId: string): string {
  return imports.find(({ import_id }) => import_id === importId)?.file_name ?? 'An earlier file'
}
