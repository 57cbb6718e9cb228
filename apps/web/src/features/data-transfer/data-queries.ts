import type { DataImport } from '@linkshelf/contract'
import { api } from '../../api/api.ts'

const pollIntervalMs = 1_000

/** Latest first; fetched again every second while the server writes one. */
export function exportListQuery(orgId: string) {
  return api.dataExports.list.queryOptions({
    input: { params: { orgId } },
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? pollIntervalMs : false),
  })
}

/** Latest first; fetched again every second while the server works on one. */
export function importListQuery(orgId: string) {
  return api.dataImports.list.queryOptions({
    input: { params: { orgId } },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollIntervalMs : false),
  })
}

/** The server works on it. */
export function isRunning({ state }: DataImport): boolean {
  return state === 'checking' || state === 'importing'
}
