import { type Label, labelColor } from '@linkshelf/contract'
import { createContext, use, useEffect } from 'react'
import { Tag } from '../../ui/tag.tsx'

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
export const LabelsContext = createContext<Labels>({ labels: undefined, load: () => undefined })

/** The color of a label: that of its name until the labels are loaded, since most have no other. */
export function useLabelColor(name: string): string {
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

/** Once per list: a screen shows dozens of labels of up to a thousand. */
function chosenColorsOf(labels: readonly Label[]): ReadonlyMap<string, string> {
  const known = chosenColors.get(labels)
  if (known !== undefined) return known
  const colors = new Map(labels.flatMap(({ name, color_hex }) => (color_hex === null ? [] : [[name, color_hex]])))
  chosenColors.set(labels, colors)
  return colors
}
