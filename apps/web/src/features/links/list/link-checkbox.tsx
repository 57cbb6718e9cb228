import type { Link } from '@linkshelf/contract'
import { useRef } from 'react'
import { withoutScheme } from '../../../ui/address.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { linkName } from '../link-name.ts'
import classes from './link-card.module.css'

interface LinkCheckboxProps {
  link: Link
  isSelected: boolean
  isDisabled: boolean
  onSelect: (link: Link, isRange: boolean) => void
}

/** The first letter of the target's host, replaced by the checkbox that selects the link. */
export function LinkCheckbox({ link, isSelected, isDisabled, onSelect }: LinkCheckboxProps) {
  // A change event has no modifier keys; the click event before it has.
  const isRange = useRef(false)

  return (
    <div className={classes.selector}>
      <span className={classes.letter} aria-hidden>
        {withoutScheme(link.target)
          .replace(/^www\./, '')
          .charAt(0)
          .toUpperCase()}
      </span>
      <Checkbox
        className={classes.checkbox}
        aria-label={`Select ${linkName(link)}`}
        checked={isSelected}
        disabled={isDisabled}
        onClick={(event) => {
          isRange.current = event.shiftKey
        }}
        onChange={() => onSelect(link, isRange.current)}
      />
    </div>
  )
}
