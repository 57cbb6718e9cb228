import type { Label } from '@linkshelf/contract'
import { skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { labelListQuery } from '../features/labels/label-queries.ts'
import { LabelsContext } from '../features/links/label-color.tsx'
import { useSelection } from '../features/organizations/selection.tsx'

const noLabels: UseQueryOptions<Label[], Error> = { queryKey: ['no labels'], queryFn: skipToken }

/** Gives the labels of links the colors of the current project. They are loaded when the first label is shown. */
export function LabelsProvider({ children }: { children: React.ReactNode }) {
  const { current } = useSelection()
  const [areShown, setShown] = useState(false)
  const load = useCallback(() => setShown(true), [])
  const query = current ? labelListQuery({ orgId: current.organization.id, projectId: current.project.id }) : noLabels
  const { data: labels } = useQuery({ ...query, enabled: areShown })
  const value = useMemo(() => ({ labels, load }), [labels, load])
  return <LabelsContext value={value}>{children}</LabelsContext>
}
