import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import classes from './color-field.module.css'

interface ColorFieldProps {
  label: string
  /** `#rrggbb` in lower case. */
  color: string
  swatches: readonly { name: string; color: string }[]
  isDisabled?: boolean
  /** `isDragged` is true if more changes can follow immediately, for example from the color picker. */
  onChange: (color: string, isDragged: boolean) => void
}

/** A color that is typed, picked with the browser's color picker, or chosen from the suggested swatches. */
export function ColorField({ label, color, swatches, isDisabled, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState<string>()

  function changeText(text: string): void {
    const written = text.trim().toLowerCase().replace(/^#?/, '#')
    setTyped(text)
    if (/^#[0-9a-f]{6}$/.test(written) && written !== color) onChange(written, true)
  }

  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        disabled={isDisabled}
        value={typed ?? color}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.code }}
        leftSectionPointerEvents="all"
        leftSection={
          <input
            type="color"
            className={classes.well}
            aria-label={`Pick the ${label.toLowerCase()}`}
            disabled={isDisabled}
            value={color}
            onChange={(event) => onChange(event.currentTarget.value, true)}
          />
        }
        onChange={(event) => changeText(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <ColorSwatches
        className={classes.swatches}
        label={`${label}, suggestions`}
        color={color}
        swatches={swatches}
        isDisabled={isDisabled}
        onChange={(swatch) => {
          setTyped(undefined)
          onChange(swatch, false)
        }}
      />
    </div>
  )
}

interface ColorSwatchesProps {
  label: string
  swatches: readonly { name: string; color: string }[]
  /** The selected color. If no swatch has this color, no swatch is selected. */
  color: string | null
  isDisabled?: boolean
  className?: string
  onChange: (color: string) => void
  onKeyDown?: React.KeyboardEventHandler | undefined
  /** Renders choices before the swatches. Their radio inputs must have the name `group`. */
  before?: (group: string) => React.ReactNode
}

/** A radio group of colors, each with a name. */
export function ColorSwatches({ label, swatches, color, isDisabled, className, onChange, onKeyDown, before }: ColorSwatchesProps) {
  const group = useId()
  return (
    <div
      className={[classes.colorSwatches, className].filter(Boolean).join(' ')}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {before?.(group)}
      {swatches.map((swatch) => (
        <label key={swatch.color} className={classes.swatch} title={swatch.name}>
          <input
            type="radio"
            name={group}
            className={classes.choice}
            aria-label={swatch.name}
            disabled={isDisabled}
            checked={swatch.color === color}
            style={{ backgroundColor: swatch.color }}
            onChange={() => onChange(swatch.color)}
          />
        </label>
      ))}
    </div>
  )
}
