import { api, type ProjectScope } from '../../api/api.ts'

/** The categories of a project in the order of the owner, each with the number of its products. */
export function categoryListQuery(scope: ProjectScope) {
  return api.categories.list.queryOptions({ input: { params: scope } })
}
