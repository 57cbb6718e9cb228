import { useId } from 'react'
import classes from './color-swatches.module.css'

interface ColorSwatchesProps {
  label: string
  swatches: readonly { name: string; color: string }[]
  /** The chosen color. It may be a color of no swatch; then no swatch is chosen. */
  color: string | null
  isDisabled?: boolean
  className?: string
  onChange: (color: string) => void
  onKeyDown?: React.KeyboardEventHandler | undefined
  /** Choices that stand before the swatches; `group` is the name of their radio inputs. */
  before?: (group: string) => React.ReactNode
}

/** Colors to choose one of, each with a name. */
export function ColorSwatches({ label, swatches, color, isDisabled, className, onChange, onKeyDown, before }: ColorSwatchesProps) {
  const group = useId()
  return (
    <div className={[classes.swatches, className].filter(Boolean).join(' ')} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
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
