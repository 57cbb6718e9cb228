import { projectCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createReport, deleteReport, listReports, updateReport } from './saved-reports.ts'

const calls = projectCall.savedReports

export function savedReportRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context }) => listReports(context.ctx)),
    create: calls.create.handler(({ context, input }) => createReport(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateReport(context.ctx, { reportId: input.params.reportId, update: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteReport(context.ctx, input.params.reportId)),
  }
}
