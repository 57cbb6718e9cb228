import type { Link } from '@linkshelf/contract'
import { useCan } from '../../../session/permissions.tsx'
import { RowCheckbox } from '../../../ui/tables/row-checkbox.tsx'
import { formatLinkName } from '../link-name.ts'
import { SiteIcon } from '../site-icon.tsx'
import classes from './link-checkbox.module.css'

interface LinkCheckboxProps {
  link: Link
  isSelected: boolean
  isDisabled: boolean
  onSelect: (link: Link, isRange: boolean) => void
}

/**
 * Shows the icon of the target's site. If the user may change links, a checkbox that selects the link can replace the
 * icon.
 */
export function LinkCheckbox({ link, isSelected, isDisabled, onSelect }: LinkCheckboxProps) {
  const canSelect = useCan('links.bulkUpdate')
  if (!canSelect) {
    return (
      <div className={classes.icon}>
        <SiteIcon link={link} />
      </div>
    )
  }
  return (
    <div className={classes.selector}>
      <span className={classes.site}>
        <SiteIcon link={link} />
      </span>
      <RowCheckbox
        className={classes.checkbox}
        name={formatLinkName(link)}
        isSelected={isSelected}
        isDisabled={isDisabled}
        onSelect={(isRange) => onSelect(link, isRange)}
      />
    </div>
  )
}
