import type { Label } from '@linkshelf/contract'
import { skipToken, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { labelListQuery } from '../features/labels/label-queries.ts'
import { LabelsContext } from '../features/links/label-color.tsx'
import { useSelection } from '../features/organizations/selection.tsx'

const noLabels: UseQueryOptions<Label[], Error> = { queryKey: ['no labels'], queryFn: skipToken }

/**
 * Provides the colors of the current project's labels. Each tag that appears loads them unless they are fresh, so
 * one failure is not final.
 */
export function LabelsProvider({ children }: { children: React.ReactNode }) {
  const { current } = useSelection()
  const [orgId, projectId] = [current?.organization.id, current?.project.id]
  const queryClient = useQueryClient()
  const query = useMemo(() => (orgId && projectId ? labelListQuery({ orgId, projectId }) : noLabels), [orgId, projectId])
  const [areShown, setShown] = useState(false)
  const { data: labels } = useQuery({ ...query, enabled: areShown })
  const load = useCallback(() => {
    setShown(true)
    if (query !== noLabels) void queryClient.prefetchQuery(query)
  }, [queryClient, query])
  const value = useMemo(() => ({ labels, load }), [labels, load])
  return <LabelsContext value={value}>{children}</LabelsContext>
}
