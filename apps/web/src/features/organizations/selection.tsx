import { type Entitlements, entitlementsOf, type Organization, organizationMessages } from '@linkshelf/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams } from '../../ui/browser/use-url-search.ts'
import { leaveGuarded } from '../../ui/forms/leave-guard.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'
import { chooseSelection, formatProjectLabel, type Selection } from './choose-selection.ts'
import { organizationListQuery } from './organization-queries.ts'
import { readStoredSelection, storeSelection } from './stored-selection.ts'

interface SelectionState {
  status: 'pending' | 'error' | 'success'
  error: unknown
  organizations: readonly Organization[]
  /** The organizations were loaded earlier, or by an earlier visit, and could not be loaded again. */
  isOutdated: boolean
  current: Selection | undefined
  /** Makes another project the current one; `because` is the reason, when the user did not choose it. */
  choose: (next: Selection, because?: string) => void
  reload: () => Promise<unknown>
}

const SelectionContext = createContext<SelectionState | undefined>(undefined)

const organizationParam = 'organization'
/** This parameter counts only beside that of the organization, because a screen's own parameter may have this name. */
const projectParam = 'project'

/** Loads the organizations, and stores the current project. */
export function SelectionProvider({ children }: { children: React.ReactNode }) {
  const queryClient = useQueryClient()
  const { data, status, error, isFetching, refetch } = useQuery(organizationListQuery)
  const [remembered, setRemembered] = useState(readStoredSelection)

  const [params, setParams] = useSearchParams()
  const requestedId = params.get(organizationParam)
  const requestedProjectId = requestedId === null ? null : params.get(projectParam)

  // A link in an email names its organization, and may name a project in it. They are stored as chosen, once, and
  // then removed from the URL.
  useEffect(() => {
    if (data === undefined || requestedId === null) return
    const next = chooseSelection(data, remembered, { organizationId: requestedId, projectId: requestedProjectId })
    if (next?.organization.id === requestedId) {
      const selection = { organizationId: next.organization.id, projectId: next.project.id }
      storeSelection(selection)
      setRemembered((before) => (before.projectId === selection.projectId ? before : selection))
    } else if (isFetching) return
    setParams((before) => changeParams(before, { [organizationParam]: '', [projectParam]: '' }), { replace: true })
  }, [data, isFetching, requestedId, requestedProjectId, remembered, setParams])

  const value = useMemo((): SelectionState => {
    const organizations = data ?? []
    return {
      status: data === undefined ? status : 'success',
      error,
      organizations,
      isOutdated: data !== undefined && status === 'error',
      current: chooseSelection(organizations, remembered, { organizationId: requestedId, projectId: requestedProjectId }),
      reload: refetch,
      choose: (selection, because) =>
        leaveGuarded(() => {
          const { organization, project } = selection
          const next = { organizationId: organization.id, projectId: project.id }
          storeSelection(next)
          setRemembered(next)
          void queryClient.invalidateQueries()
          const now = `Now showing ${formatProjectLabel(organizations, selection)}`
          void showToast({ title: organizationMessages.projectChanged, message: because === undefined ? now : `${because} ${now}` })
        }),
    }
  }, [data, status, error, remembered, requestedId, requestedProjectId, refetch, queryClient])

  return <SelectionContext value={value}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  const selection = use(SelectionContext)
  if (selection === undefined) throw new Error('No SelectionProvider around this component')
  return selection
}

/** Returns whether the instance has plans, which each of its organizations says; it has while none is loaded. */
export function hasPlansIn(organizations: readonly Organization[]): boolean {
  return organizations.every(({ has_plans }) => has_plans)
}

/** Returns the current project. Only inside ProjectGuard, where there is one. */
export function useProject(): Selection & { entitlements: Entitlements; scope: { orgId: string; projectId: string } } {
  const { current } = useSelection()
  if (current === undefined) throw new Error('No ProjectGuard around this component')
  const { organization, project } = current
  return { organization, project, entitlements: entitlementsOf(organization), scope: { orgId: organization.id, projectId: project.id } }
}
