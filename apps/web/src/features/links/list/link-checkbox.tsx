import type { Link } from '@linkshelf/contract'
import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import { linkName, withoutScheme } from '../link-name.ts'
import classes from './link-card.module.css'

interface LinkTickProps {
  link: Link
  isSelected: boolean
  isDisabled: boolean
  onSelect: (link: Link, isRange: boolean) => void
}

/** The first letter of where a link leads, and in the same place the checkbox that selects it. */
export function LinkCheckbox({ link, isSelected, isDisabled, onSelect }: LinkTickProps) {
  // A change does not say which keys are held; the click or key before it does.
  const isRange = useRef(false)

  return (
    <div className={classes.tick}>
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
