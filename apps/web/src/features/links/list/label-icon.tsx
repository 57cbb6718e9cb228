import { IconTag } from '@tabler/icons-react'
import { useLabelColor } from '../label-color.tsx'
import classes from './link-filter-bar.module.css'

/** The color of a label as a dot, or a tag icon without a label. */
export function LabelIcon({ label }: { label: string }) {
  if (label === '') return <IconTag aria-hidden size={17} stroke={1.6} />
  return <LabelDot name={label} />
}

function LabelDot({ name }: { name: string }) {
  return <span className={classes.dot} style={{ background: useLabelColor(name) }} aria-hidden />
}
