import { type Entitlements, type Organization, organizationMessages, toEntitlements } from '@linkshelf/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams } from '../../ui/browser/use-url-search.ts'
import { leaveGuarded } from '../../ui/forms/leave-guard.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'
import { chooseSelection, formatProjectLabel, type Selection, toFirstSelection } from './choose-selection.ts'
import { organizationListQuery } from './organization-queries.ts'
import { readStoredSelection, storeSelection } from './stored-selection.ts'

interface SelectionState {
  status: 'pending' | 'error' | 'success'
  error: unknown
  organizations: readonly Organization[]
  /** True if the last attempt to load the organizations failed, so that they come from an earlier request or visit. */
  isOutdated: boolean
  current: Selection | undefined
  /** Makes another project the current project. If the user did not choose it, `because` is the reason. */
  choose: (next: Selection, because?: string) => void
  reload: () => Promise<unknown>
}

const SelectionContext = createContext<SelectionState | undefined>(undefined)

const organizationParam = 'organization'
/**
 * This parameter is read only together with the organization parameter, because a screen may have its own parameter
 * with this name.
 */
const projectParam = 'project'

/** Loads the organizations, and stores the current project in this browser. */
export function SelectionProvider({ children }: { children: React.ReactNode }) {
  const queryClient = useQueryClient()
  const { data, status, error, isFetching, isFetchedAfterMount, refetch } = useQuery(organizationListQuery)
  const [remembered, setRemembered] = useState(readStoredSelection)

  const [params, setParams] = useSearchParams()
  const requestedId = params.get(organizationParam)
  const requestedProjectId = requestedId === null ? null : params.get(projectParam)
  const [wasRequested] = useState(requestedId !== null)

  // A link in an email names an organization, and can name one of its projects. The selection is stored once, as if the
  // user had chosen it. Then the parameters are removed from the URL.
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

  const leaveArchivedProject = useEffectEvent(() => {
    const { current, choose } = value
    if (current?.project.status !== 'archived' || wasRequested) return
    const next = toFirstSelection(current.organization)
    if (next?.project.status === 'active') choose(next, `${current.project.name} is archived.`)
  })

  // If the stored project was archived since the last visit, another project becomes the current project. This is done
  // only once, because a user who is working in the project must not lose the screen.
  const isLoaded = isFetchedAfterMount && status === 'success'
  useEffect(() => {
    if (isLoaded) leaveArchivedProject()
  }, [isLoaded])

  return <SelectionContext value={value}>{children}</SelectionContext>
}

export function useSelection(): SelectionState {
  const selection = use(SelectionContext)
  if (selection === undefined) throw new Error('No SelectionProvider around this component')
  return selection
}

/**
 * Returns whether the instance has plans, which each of its organizations contains as `has_plans`. Returns true until
 * the organizations are loaded.
 */
export function hasPlansIn(organizations: readonly Organization[]): boolean {
  return organizations.every(({ has_plans }) => has_plans)
}

/**
 * Returns the current project. Use it only inside `ProjectGuard`, which renders its children only if there is a current
 * project.
 */
export function useProject(): Selection & { entitlements: Entitlements; scope: { orgId: string; projectId: string } } {
  const { current } = useSelection()
  if (current === undefined) throw new Error('No ProjectGuard around this component')
  const { organization, project } = current
  return { organization, project, entitlements: toEntitlements(organization), scope: { orgId: organization.id, projectId: project.id } }
}
