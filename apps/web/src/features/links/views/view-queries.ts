import type { LinkView, LinkViewDraft } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useDeleteSavedView, useSaveSavedView } from '../../../ui/saved-views/saved-view-mutations.ts'

/** The views that the user saved in a project, by name. */
export function linkViewsQuery(scope: ProjectScope) {
  return api.linkViews.list.queryOptions({ input: { params: scope } })
}

export function useSaveView(scope: ProjectScope) {
  return useSaveSavedView(callsOf(scope))
}

export function useDeleteView(scope: ProjectScope) {
  return useDeleteSavedView(callsOf(scope))
}

function callsOf(scope: ProjectScope) {
  return {
    noun: 'View',
    queryKey: api.linkViews.key(),
    create: (draft: LinkViewDraft) => api.linkViews.create.call({ params: scope, body: draft }),
    replace: ({ view_id }: LinkView, draft: LinkViewDraft) =>
      api.linkViews.update.call({ params: { ...scope, viewId: view_id }, body: draft }),
    delete: ({ view_id }: LinkView) => api.linkViews.delete.call({ params: { ...scope, viewId: view_id } }),
    toDraft: ({ name, query }: LinkView) => ({ name, query }),
  }
}
