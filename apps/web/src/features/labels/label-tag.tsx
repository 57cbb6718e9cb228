import { type Label, labelColor } from '@linkshelf/contract'
import { IconTag } from '@tabler/icons-react'
import { skipToken, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import { Tag } from '../../ui/tag.tsx'
import { useSelection } from '../organizations/selection.tsx'
import { labelListQuery } from './label-queries.ts'
import classes from './label-tag.module.css'

interface Labels {
  /** The labels of the current project; undefined until they are loaded. */
  labels: readonly Label[] | undefined
  /** Loads the labels where they are missing or stale. */
  load: () => void
}

/**
 * All tags of a screen share one query: a page of links has dozens, and a query for each would
 * lengthen the first render.
 */
const LabelsContext = createContext<Labels>({ labels: undefined, load: () => undefined })

/** Returns the color of a label: that of its name until the labels are loaded, since most have no other. */
function useLabelColor(name: string): string {
  const { labels, load } = use(LabelsContext)
  useEffect(load, [load])
  return (labels && chosenColorsOf(labels).get(name)) ?? labelColor(name)
}

interface LabelTagProps {
  name: string
  /** The color of a label that does not exist yet; by default the label's own. */
  color?: string | undefined
  children?: React.ReactNode
}

export function LabelTag({ name, color, children = name }: LabelTagProps) {
  const own = useLabelColor(name)
  return <Tag color={color ?? own}>{children}</Tag>
}

const chosenColors = new WeakMap<readonly Label[], ReadonlyMap<string, string>>()

/** This runs once per list: a screen shows dozens of labels of up to a thousand. */
function chosenColorsOf(labels: readonly Label[]): ReadonlyMap<string, string> {
  const known = chosenColors.get(labels)
  if (known !== undefined) return known
  const colors = new Map(labels.flatMap(({ name, color_hex }) => (color_hex === null ? [] : [[name, color_hex]])))
  chosenColors.set(labels, colors)
  return colors
}

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

/** The color of a label as a dot, or a tag icon without a label. */
export function LabelIcon({ label }: { label: string }) {
  if (label === '') return <IconTag aria-hidden size={17} stroke={1.6} />
  return <NamedDot name={label} />
}

function NamedDot({ name }: { name: string }) {
  return <span className={classes.dot} style={{ background: useLabelColor(name) }} aria-hidden />
}
