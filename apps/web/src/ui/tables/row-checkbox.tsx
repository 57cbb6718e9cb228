import { useRef } from 'react'
import { Checkbox } from '../forms/checkbox.tsx'

interface RowCheckboxProps {
  /** The name of the row, which is a part of the accessible name. */
  name: string
  className?: string | undefined
  isSelected: boolean
  isDisabled: boolean
  /**
   * `isRange` is true if the Shift key is pressed. All rows from the last toggled row to this row are then selected.
   */
  onSelect: (isRange: boolean) => void
}

export function RowCheckbox({ name, className, isSelected, isDisabled, onSelect }: RowCheckboxProps) {
  // Whether Shift was pressed during the last click. A change event does not report modifier keys, but the click event
  // before it does.
  const isRange = useRef(false)
  return (
    <Checkbox
      className={className}
      aria-label={`Select ${name}`}
      checked={isSelected}
      disabled={isDisabled}
      onClick={(event) => {
        isRange.current = event.shiftKey
      }}
      onChange={() => onSelect(isRange.current)}
    />
  )
}
