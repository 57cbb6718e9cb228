import { projectCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createView, deleteView, listViews, updateView } from './link-views.ts'

const calls = projectCall.linkViews

export function linkViewRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context }) => listViews(context.ctx)),
    create: calls.create.handler(({ context, input }) => createView(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) => updateView(context.ctx, { viewId: input.params.viewId, draft: input.body })),
    delete: calls.delete.handler(({ context, input }) => deleteView(context.ctx, input.params.viewId)),
  }
}
