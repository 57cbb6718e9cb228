import type { LinkImport } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../../api.ts'

const pollIntervalMs = 1_000

/** Latest first; fetched again every second while the server works on one. */
export function importListQuery(scope: ProjectScope) {
  return api.linkImports.list.queryOptions({
    input: { params: scope },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollIntervalMs : false),
  })
}

/** The server works on it. */
function isRunning({ state }: LinkImport): boolean {
  return state === 'checking' || state === 'importing'
}

/** It waits for the server or for its owner. */
export function isUnfinished(one: LinkImport): boolean {
  return isRunning(one) || one.state === 'ready'
}
