import { Link as RouteLink } from 'react-router'
import classes from './next-link.module.css'

interface NextLinkProps {
  label: string
  to: string
  onFollow?: (() => void) | undefined
}

/** A link to the next step after a task that the user has completed. */
export function NextLink({ label, to, onFollow }: NextLinkProps) {
  return (
    <RouteLink to={to} className={classes.next} onClick={onFollow}>
      {label}
    </RouteLink>
  )
}
