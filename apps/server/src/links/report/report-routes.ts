import { projectCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { getLinkReport } from './get-link-report.ts'
import { listReportLinks } from './list-report-links.ts'

const calls = projectCall.linkReports

export function linkReportRoutes(deps: Pick<Deps, 'origins'>) {
  return {
    get: calls.get.handler(({ context }) => getLinkReport(context.ctx)),
    links: calls.links.handler(async ({ context, input }) => {
      const page = await listReportLinks(deps, context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.links }
    }),
  }
}
