import { type LinkReportProblem, linkReportPageSize } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api/api.ts'

export function linkReportQuery(scope: ProjectScope) {
  return api.linkReports.get.queryOptions({ input: { params: scope } })
}

/** The links with a problem, in pages. */
export function reportedLinksQuery(scope: ProjectScope, problem: LinkReportProblem) {
  return api.linkReports.links.infiniteOptions({
    input: (cursor: string | undefined) => ({ params: scope, query: { problem, limit: linkReportPageSize, cursor } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
  })
}
