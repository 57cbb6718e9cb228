import { TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './color-field.module.css'
import { ColorSwatches } from './color-swatches.tsx'

interface ColorFieldProps {
  label: string
  /** `#rrggbb` in lower case. */
  color: string
  swatches: readonly { name: string; color: string }[]
  isDisabled?: boolean
  /** `isDragged`: more changes may follow immediately. */
  onChange: (color: string, isDragged: boolean) => void
}

/** A color that is typed, picked with the browser's color picker, or chosen from eight suggestions. */
export function ColorField({ label, color, swatches, isDisabled, onChange }: ColorFieldProps) {
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
