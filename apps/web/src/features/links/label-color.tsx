import { type Label, labelColor } from '@linkshelf/contract'
import { skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { Tag } from '../../ui/tag.tsx'

type Labels = UseQueryOptions<Label[], Error>

/** The labels of the current project; undefined while there is none. */
export const LabelsContext = createContext<Labels | undefined>(undefined)

const noLabels: Labels = { queryKey: ['no labels'], queryFn: skipToken }

/** The color of a label: that of its name until the labels are loaded, since most have no other. */
export function useLabelColor(name: string): string {
  const { data } = useQuery(use(LabelsContext) ?? noLabels)
  return (data && chosenColorsOf(data).get(name)) ?? labelColor(name)
}

interface LabelTagProps {
  name: string
  /** Of a label that does not exist yet; by default the label's own. */
  color?: string | undefined
  children?: React.ReactNode
}

export function LabelTag({ name, color, children = name }: LabelTagProps) {
  const own = useLabelColor(name)
  return <Tag color={color ?? own}>{children}</Tag>
}

const chosenColors = new WeakMap<readonly Label[], ReadonlyMap<string, string>>()

/** Once per list: a screen shows dozens of labels of up to a thousand. */
function chosenColorsOf(labels: readonly Label[]): ReadonlyMap<string, string> {
  const known = chosenColors.get(labels)
  if (known !== undefined) return known
  const colors = new Map(labels.flatMap(({ name, color_hex }) => (color_hex === null ? [] : [[name, color_hex]])))
  chosenColors.set(labels, colors)
  return colors
}
