import { computeLabelColor, labelSwatches } from '@linkshelf/contract'
import { Input } from '@mantine/core'
import { ColorSwatches } from '../../ui/forms/color-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './label-color-field.module.css'
import { LabelDot } from './label-tag.tsx'

interface LabelColorFieldProps {
  name: string
  /** The color that a new label gets if the user chooses none; undefined if that color comes from the label's name. */
  next: string | undefined
  /** Null for the automatic color. */
  color: string | null
  onChange: (color: string | null) => void
}

/** The color of a label, automatic or chosen, with a preview of the label. */
export function LabelColorField({ name, next, color, onChange }: LabelColorFieldProps) {
  const automatic = next ?? computeLabelColor(name)
  const automaticName = labelSwatches.find((swatch) => swatch.color === automatic.toLowerCase())?.name
  // An API client can have chosen a color that is not among the swatches. The color is then offered too.
  const isOffered = color === null || labelSwatches.some((swatch) => swatch.color === color)
  const swatches = isOffered ? labelSwatches : [...labelSwatches, { name: color, color }]
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <Input.Label component="span">Color</Input.Label>
        <Tag color={color ?? automatic}>{name === '' ? 'Label' : name}</Tag>
      </div>
      <ColorSwatches
        label="Color"
        color={color}
        swatches={swatches}
        onChange={onChange}
        before={(group) => (
          <label className={classes.automatic}>
            <input type="radio" name={group} className={classes.choice} checked={color === null} onChange={() => onChange(null)} />
            <LabelDot color={automatic} />
            Automatic
          </label>
        )}
      />
      <p className={classes.caption}>
        {next === undefined
          ? color === null
            ? `${automaticName} comes from the label’s name, and changes with it.`
            : 'Automatic chooses a color from the label’s name.'
          : `Automatic chooses the next free color: ${automaticName?.toLowerCase()}.`}
      </p>
    </div>
  )
}
