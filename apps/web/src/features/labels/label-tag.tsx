import { IconTag } from '@tabler/icons-react'
import { Tag } from '../../ui/tag.tsx'
import classes from './label-tag.module.css'
import { useLabelColor } from './labels-provider.tsx'

interface LabelTagProps {
  name: string
  /** The color of a label that does not exist yet. By default the color of the existing label. */
  color?: string | undefined
  children?: React.ReactNode
}

export function LabelTag({ name, color, children = name }: LabelTagProps) {
  const own = useLabelColor(name)
  return <Tag color={color ?? own}>{children}</Tag>
}

/** The color of a label as a dot, or a tag icon if `label` is empty. */
export function LabelIcon({ label }: { label: string }) {
  if (label === '') return <IconTag aria-hidden size={17} stroke={1.6} />
  return <NamedDot name={label} />
}

function NamedDot({ name }: { name: string }) {
  return <LabelDot color={useLabelColor(name)} />
}

/** The color of a label, shown before its name. */
export function LabelDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} aria-hidden />
}
