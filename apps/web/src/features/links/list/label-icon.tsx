import { labelColor } from '@linkshelf/contract'
import { IconTag } from '@tabler/icons-react'
import classes from './link-filter-bar.module.css'

/** The colour of a label as a dot, or a tag icon without a label. */
export function LabelIcon({ label }: { label: string }) {
  if (label === '') return <IconTag aria-hidden size={17} stroke={1.6} />
  return <span className={classes.dot} style={{ background: labelColor(label) }} aria-hidden />
}
