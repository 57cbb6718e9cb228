import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import classes from './color-field.module.css'

interface ColorFieldProps {
  label: string
  /** `#rrggbb` in lower case. */
  color: string
  swatches: readonly { name: string; color: string }[]
  isDisabled?: boolean
  /** `isDragged`: more changes may follow immediately. */
  onChange: (color: string, isDragged: boolean) => void
}

/** One colour: typed, picked with the browser's colour picker, or chosen from eight suggestions. */
export function ColorField({ label, color, swatches, isDisabled, onChange }: ColorFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()

  function type(text: string): void {
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
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <div className={classes.swatches} role="radiogroup" aria-label={`${label}, suggestions`}>
        {swatches.map((swatch) => (
          <label key={swatch.color} className={classes.swatch} title={swatch.name}>
            <input
              type="radio"
              name={id}
              className={classes.choice}
              aria-label={swatch.name}
              disabled={isDisabled}
              checked={swatch.color === color}
              style={{ backgroundColor: swatch.color }}
              onChange={() => {
                setTyped(undefined)
                onChange(swatch.color, false)
              }}
            />
          </label>
        ))}
      </div>
    </div>
  )
}
