import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { linkProjectQuery } from '../../features/links/link-queries.ts'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import { useSelection } from '../../features/organizations/selection.tsx'

/**
 * Searches the user's other projects for a link that the current one does not have, and switches to
 * the project that has it.
 */
export function useLinkInOtherProjects(
  urlId: string,
  { isEnabled, onFound }: { isEnabled: boolean; onFound: (projectId: string) => void },
) {
  const { organizations, current, choose } = useSelection()
  const others = organizations
    .flatMap((organization) => organization.projects.map((project): Selection => ({ organization, project })))
    .filter(({ project }) => project.id !== current?.project.id)
  const scopes = others.map(({ organization, project }) => ({ orgId: organization.id, projectId: project.id }))

  const { data, isLoading, error, refetch } = useQuery({ ...linkProjectQuery(scopes, urlId), enabled: isEnabled })
  const found = isEnabled && data ? others.find(({ project }) => project.id === data.projectId) : undefined

  // `found` is a new object with each render; its project is the trigger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (found === undefined) return
    onFound(found.project.id)
    choose(found)
  }, [found?.project.id])

  return { isSearching: isLoading || found !== undefined, error, refetch }
}
