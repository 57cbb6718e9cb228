import { type LinkView, type LinkViewDraft, linkViewMessages, toLinkViewQuery } from '@linkshelf/contract'
import { useLocation } from 'react-router'
import { api, type ProjectScope } from '../../../api/api.ts'
import { type MenuOpener, SavedViewItems, SavedViewMenu } from '../../saved-views/saved-view-menu.tsx'
import type { SavedViewKind } from '../../saved-views/saved-view-queries.ts'

interface LinkViewMenuProps {
  scope: ProjectScope
  /** Whether only the icon is shown, because a phone is too narrow for the word. */
  isIcon?: boolean
}

/** The menu of the list's saved views. */
export function LinkViewMenu({ scope, isIcon = false }: LinkViewMenuProps) {
  return (
    <SavedViewMenu label="Saved views" isIcon={isIcon}>
      {(opener) => <LinkViewItems scope={scope} opener={opener} />}
    </SavedViewMenu>
  )
}

function LinkViewItems({ scope, opener }: { scope: ProjectScope; opener: MenuOpener }) {
  const query = toLinkViewQuery(useLocation().search)
  return (
    <SavedViewItems
      kind={createLinkViewKind(scope)}
      opener={opener}
      query={query}
      draftOf={(name) => ({ name, query })}
      canSave={query !== ''}
      hint={query === '' ? 'Search, filter or sort the list. Then save it here as a view.' : undefined}
    />
  )
}

function createLinkViewKind(scope: ProjectScope): SavedViewKind<LinkView, LinkViewDraft> {
  return {
    noun: 'View',
    messages: linkViewMessages,
    placeholder: 'Best of the newsletter',
    nameTaken: 'LINK_VIEW_NAME_TAKEN',
    list: api.linkViews.list.queryOptions({ input: { params: scope } }),
    create: (draft) => api.linkViews.create.call({ params: scope, body: draft }),
    replace: ({ view_id }, draft) => api.linkViews.update.call({ params: { ...scope, viewId: view_id }, body: draft }),
    delete: ({ view_id }) => api.linkViews.delete.call({ params: { ...scope, viewId: view_id } }),
    toDraft: ({ name, query }) => ({ name, query }),
    idOf: ({ view_id }) => view_id,
    queryOf: ({ query }) => query,
  }
}
