import { type LinkView, linkViewMessages, toLinkViewQuery } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { SavedViewItems } from '../../../ui/saved-views/saved-view-items.tsx'
import { type MenuOpener, SavedViewMenu } from '../../../ui/saved-views/saved-view-menu.tsx'
import { linkViewsQuery, useDeleteView } from './view-queries.ts'

interface ViewMenuProps {
  scope: ProjectScope
  /** Whether only the icon is shown, where a phone lacks the width for the word. */
  isIcon?: boolean
}

/** The saved views of the list. */
export function ViewMenu({ scope, isIcon = false }: ViewMenuProps) {
  return (
    <SavedViewMenu label="Views" isIcon={isIcon}>
      {(opener) => <ViewMenuItems scope={scope} opener={opener} />}
    </SavedViewMenu>
  )
}

function ViewMenuItems({ scope, opener }: { scope: ProjectScope; opener: MenuOpener }) {
  const { search } = useLocation()
  const { data: views, isError, refetch } = useQuery(linkViewsQuery(scope))
  const deletion = useDeleteView(scope)
  const query = toLinkViewQuery(search)

  function openForm(renamed?: LinkView): void {
    const form = { scope, views: views ?? [], query, renamed }
    void openDialog(() => import('./view-form.tsx').then(({ viewDialog }) => viewDialog(form)), opener.current)
  }

  return (
    <SavedViewItems
      noun="view"
      views={views?.map((view) => ({ ...view, id: view.view_id }))}
      loadError={views === undefined && isError ? linkViewMessages.loadFailed : undefined}
      onRetry={() => void refetch()}
      query={query}
      canSave={query !== ''}
      hint={query === '' ? 'Search, filter or sort the list, and save that here as a view to come back to.' : undefined}
      onSave={() => openForm()}
      onRename={openForm}
      onDelete={deletion.mutate}
    />
  )
}
