import { IconX } from '@tabler/icons-react'
import { Children, useRef } from 'react'
import { Link as RouteLink } from 'react-router'
import { moveFocusWhenRemoved } from './browser/focus.ts'
import classes from './filter-chips.module.css'

interface FilterChipsProps {
  /** The address of the view without any filter. */
  clearTo: string
  /** The FilterChips, one for each active filter. */
  children: React.ReactNode
}

/** The active filters, each with a link that removes it. */
export function FilterChips({ clearTo, children }: FilterChipsProps) {
  return (
    <ul className={classes.chips} aria-label="Filters">
      {children}
      {Children.count(children) > 1 && (
        <li>
          <RemovingLink className={classes.all} to={clearTo}>
            Clear all
          </RemovingLink>
        </li>
      )}
    </ul>
  )
}

interface FilterChipProps {
  label: string
  value: string
  /** The address of the view without this filter. */
  to: string
  /** Why the filter has no effect on the screen; shown on hover. */
  unused?: { note: string; reason: string } | undefined
}

export function FilterChip({ label, value, to, unused }: FilterChipProps) {
  const name = `Remove filter ${label}: ${value}${unused === undefined ? '' : `, ${unused.note}: ${unused.reason}`}`
  return (
    <li>
      <RemovingLink className={classes.chip} to={to} name={name} isUnused={unused !== undefined}>
        <span className={classes.label}>{label}</span> <span className={classes.value}>{value}</span>
        {unused !== undefined && <span className={classes.note}> {unused.note}</span>}
        <IconX aria-hidden size={14} />
      </RemovingLink>
    </li>
  )
}

interface RemovingLinkProps {
  to: string
  name?: string
  className: string | undefined
  isUnused?: boolean
  children: React.ReactNode
}

/**
 * A link that disappears when it is followed. The focus then moves to another chip, or to the heading if no chip is
 * left.
 */
function RemovingLink({ to, name, className, isUnused = false, children }: RemovingLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <RouteLink
      ref={link}
      to={to}
      className={className}
      aria-label={name}
      title={name}
      data-unused={isUnused || undefined}
      onClick={() => link.current && moveFocusWhenRemoved(link.current)}
    >
      {children}
    </RouteLink>
  )
}
