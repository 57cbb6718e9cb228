import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { linkProjectQuery } from '../features/links/link-queries.ts'
import type { Selection } from '../features/organizations/choose-selection.ts'
import { useSelection } from '../features/organizations/selection.tsx'

/** Looks for a link that is not in the project shown in the person's other ones, and switches to the one that has it. */
export function useLinkInOtherProjects(urlId: string, { isWanted, onFound }: { isWanted: boolean; onFound: (projectId: string) => void }) {
  const { organizations, current, choose } = useSelection()
  const others = organizations
    .flatMap((organization) => organization.projects.map((project): Selection => ({ organization, project })))
    .filter(({ project }) => project.id !== current?.project.id)
  const places = others.map(({ organization, project }) => ({ orgId: organization.id, projectId: project.id }))

  const { data, isLoading, error, refetch } = useQuery({ ...linkProjectQuery(places, urlId), enabled: isWanted })
  const found = isWanted && data ? others.find(({ project }) => project.id === data.projectId) : undefined

  // `found` is a new object with each picture; its project is what changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (found === undefined) return
    onFound(found.project.id)
    choose(found)
  }, [found?.project.id])

  return { isLooking: isLoading || found !== undefined, error, lookAgain: refetch }
}
