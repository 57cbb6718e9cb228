import type { Link } from '@linkshelf/contract'
import { withoutScheme } from '../../../ui/formats/address.tsx'
import { RowCheckbox } from '../../../ui/tables/row-checkbox.tsx'
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
  return (
    <div className={classes.selector}>
      <span className={classes.letter} aria-hidden>
        {withoutScheme(link.target)
          .replace(/^www\./, '')
          .charAt(0)
          .toUpperCase()}
      </span>
      <RowCheckbox
        className={classes.checkbox}
        name={linkName(link)}
        isSelected={isSelected}
        isDisabled={isDisabled}
        onSelect={(isRange) => onSelect(link, isRange)}
      />
    </div>
  )
}
