// Saved views of the analytics screen. The API calls them saved reports. If `is_mailed` is true, the notifications
// module mails the report.
import type { AnalyticsView, SavedAnalyticsView } from '@linkshelf/contract'
import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createSavedView, deleteSavedView, listSavedViews, type SavedViewKind, updateSavedView } from '../saved-views/index.ts'

export const analyticsViewKind: SavedViewKind<AnalyticsView, SavedAnalyticsView> = {
  name: 'analytics',
  entity: 'saved_report',
  errors: 'SAVED_REPORT',
  toView: ({ id, name, view, mailed_since, created_at }) => ({
    report_id: id,
    name,
    view,
    is_mailed: mailed_since !== null,
    created_at: created_at.toISOString(),
  }),
}

const calls = projectCall.savedReports

export function analyticsViewRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context }) => listSavedViews(analyticsViewKind, context.ctx)),
    create: calls.create.handler(({ context, input }) => createSavedView(analyticsViewKind, deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateSavedView(analyticsViewKind, context.ctx, { viewId: input.params.reportId, update: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteSavedView(analyticsViewKind, context.ctx, input.params.reportId)),
  }
}
