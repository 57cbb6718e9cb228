// Saved views of the list of links.
import type { LinkView, LinkViewDraft } from '@linkshelf/contract'
import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createSavedView, deleteSavedView, listSavedViews, type SavedViewKind, updateSavedView } from '../saved-views/index.ts'

export const linkViewKind: SavedViewKind<{ query: string }, LinkView> = {
  name: 'links',
  entity: 'link_view',
  errors: 'LINK_VIEW',
  toView: ({ id, name, view }) => ({ view_id: id, name, query: view.query }),
}

const calls = projectCall.linkViews

export function linkViewRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context }) => listSavedViews(linkViewKind, context.ctx)),
    create: calls.create.handler(({ context, input }) => createSavedView(linkViewKind, deps, context.ctx, toStoredView(input.body))),
    update: calls.update.handler(({ context, input }) =>
      updateSavedView(linkViewKind, context.ctx, { viewId: input.params.viewId, update: toStoredView(input.body) }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteSavedView(linkViewKind, context.ctx, input.params.viewId)),
  }
}

function toStoredView({ name, query }: LinkViewDraft) {
  return { name, view: { query } }
}
