import { api, type ProjectScope } from '../../../api/api.ts'
import { pollWhileRunning } from '../../../ui/imports/file-import.ts'

/** Latest first. */
export function importListQuery(scope: ProjectScope) {
  return api.linkImports.list.queryOptions({ input: { params: scope }, refetchInterval: pollWhileRunning })
}
