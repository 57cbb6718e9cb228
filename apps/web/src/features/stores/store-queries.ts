import { queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'

/** The store of a project, as a list of at most one. */
function storeListQuery(scope: ProjectScope) {
  return api.stores.list.queryOptions({ input: { params: scope } })
}

/** The store of a project; null without one. */
export function storeQuery(scope: ProjectScope) {
  return queryOptions({ ...storeListQuery(scope), select: ([store]) => store ?? null })
}
