import { computeLabelColor, type Label } from '@linkshelf/contract'
import { skipToken, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useSelection } from '../organizations/selection.tsx'
import { labelListQuery } from './label-queries.ts'

interface Labels {
  /** The labels of the current project; undefined until they are loaded. */
  labels: readonly Label[] | undefined
  /** Loads the labels if they are missing or stale. */
  load: () => void
}

/**
 * All label tags of a screen share one query. A page of links has dozens of tags, and a query for each tag would
 * lengthen the first render.
 */
const LabelsContext = createContext<Labels>({ labels: undefined, load: () => undefined })

const noLabels: UseQueryOptions<Label[], Error> = { queryKey: ['no labels'], queryFn: skipToken }

/**
 * Provides the colors of the current project's labels. Each tag loads the labels when it appears, unless they are
 * fresh, so a failed load is tried again.
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

/**
 * Returns the color of a label. Until the labels are loaded, this is the color of the label's name, because most labels
 * have no other color.
 */
export function useLabelColor(name: string): string {
  const { labels, load } = use(LabelsContext)
  useEffect(load, [load])
  return (labels && toChosenColors(labels).get(name)) ?? computeLabelColor(name)
}

const chosenColors = new WeakMap<readonly Label[], ReadonlyMap<string, string>>()

/**
 * Returns the colors that were chosen for labels, by label name. They are computed once per list, because a screen
 * shows dozens of labels and a list has up to a thousand.
 */
function toChosenColors(labels: readonly Label[]): ReadonlyMap<string, string> {
  const known = chosenColors.get(labels)
  if (known !== undefined) return known
  const colors = new Map(labels.flatMap(({ name, color_hex }) => (color_hex === null ? [] : [[name, color_hex]])))
  chosenColors.set(labels, colors)
  return colors
}
