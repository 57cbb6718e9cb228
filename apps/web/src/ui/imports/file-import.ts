import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** A file on its way into a project. */
export interface FileImport {
  import_id: string
  state: 'checking' | 'ready' | 'importing' | 'done' | 'failed'
}

const pollIntervalMs = 1_000

/** Returns how often a list of imports is fetched again: every second while the server works on one. */
export function pollWhileRunning({ state }: { state: { data: readonly FileImport[] | undefined } }): number | false {
  return state.data?.some(isRunning) ? pollIntervalMs : false
}

/** The server works on it. */
function isRunning({ state }: FileImport): boolean {
  return state === 'checking' || state === 'importing'
}

/** It waits for the server or for its owner. */
export function isUnfinished(one: FileImport): boolean {
  return isRunning(one) || one.state === 'ready'
}

/** Returns a function that stores a changed import in the cached list, in front when it is new. */
export function useCacheImport<One extends FileImport>(queryKey: QueryKey): (changed: One) => void {
  const queryClient = useQueryClient()
  return (changed) =>
    void queryClient.setQueryData(queryKey, (list: One[] = []) =>
      list.some(({ import_id }) => import_id === changed.import_id)
        ? list.map((one) => (one.import_id === changed.import_id ? changed : one))
        : [changed, ...list],
    )
}
