import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { toRequestPath } from './api/api.ts'
import { linkIdPlaceholder, storeEarlyCalls } from './api/early-call.ts'
import type { LinkFilter } from './features/links/link-filter.ts'
import { linkListQuery, linkQuery } from './features/links/link-queries.ts'
import { chooseSelection } from './features/organizations/choose-selection.ts'
import { organizationListQuery } from './features/organizations/organization-queries.ts'
import { readStoredSelection } from './features/organizations/stored-selection.ts'
import { getSessionState } from './session/session.ts'

/** The filter of the link list if the URL has no parameters. */
const noFilter: LinkFilter = {
  search: '',
  label: '',
  domain: '',
  isArchived: false,
  isDeleted: false,
  health: '',
  sort: 'newest',
  importId: '',
}

/**
 * Requests the link list or the link that a page shows first, while the code of the screen loads. Sends no request if
 * the URL has parameters. Also stores these calls, so that the next start of the page sends them before any code is
 * loaded. Does nothing if this browser has no session or no organizations.
 */
export function prefetchScreen(queryClient: QueryClient, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const organizations = queryClient.getQueryData(organizationListQuery.queryKey) ?? []
  const selection = chooseSelection(organizations, readStoredSelection())
  if (selection === undefined || getSessionState() !== 'authenticated') return

  const scope = { orgId: selection.organization.id, projectId: selection.project.id }
  const listQuery = linkListQuery(scope, noFilter)
  storeEarlyCalls({
    '/links': toRequestPath(listQuery.queryKey),
    '/links/:linkId': toRequestPath(linkQuery(scope, linkIdPlaceholder).queryKey),
  })
  if (search !== '') return

  const linkId = matchPath('/links/:linkId', pathname)?.params.linkId
  if (pathname === '/links') void queryClient.prefetchInfiniteQuery(listQuery)
  else if (linkId !== undefined && linkId !== 'report') void queryClient.prefetchQuery(linkQuery(scope, linkId))
}
