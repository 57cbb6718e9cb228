import { api, type ProjectScope } from '../../api/api.ts'

/** Returns the labels of a project, sorted by name. */
export function labelListQuery(scope: ProjectScope) {
  return api.labels.list.queryOptions({ input: { params: scope } })
}
