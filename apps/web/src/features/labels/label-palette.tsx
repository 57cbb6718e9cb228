import { labelColor, labelPalette } from '@linkshelf/contract'
import { IconCheck } from '@tabler/icons-react'
import classes from './label-palette.module.css'

/** The palette, with the colour of this name marked. The colour is derived from the name, so there is nothing to select. */
export function LabelPalette({ name }: { name: string }) {
  const marked = labelColor(name)
  return (
    <figure className={classes.figure}>
      <div className={classes.palette} role="img" aria-label={`Color ${labelPalette.indexOf(marked) + 1} of ${labelPalette.length}`}>
        {labelPalette.map((color) => (
          <span key={color} className={classes.swatch} data-marked={color === marked || undefined} style={{ color }}>
            {color === marked && <IconCheck aria-hidden size={16} stroke={3} />}
          </span>
        ))}
      </div>
      <figcaption className={classes.caption}>A label’s color comes from its name, so it is the same everywhere.</figcaption>
    </figure>
  )
}

/** The colour of a label, shown before its name. */
export function LabelDot({ name }: { name: string }) {
  return <span className={classes.dot} style={{ background: labelColor(name) }} aria-hidden />
}
