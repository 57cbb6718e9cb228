import { NavLink } from 'react-router'
import type { SidebarEntry } from '../sidebar-entries.ts'
import classes from './sidebar.module.css'

interface SidebarLinkProps {
  entry: SidebarEntry
  /** Whether only the icon is visible. Screen readers read the name, and the link shows it on hover. */
  isNarrow: boolean | undefined
  onLeave: (() => void) | undefined
}

export function SidebarLink({ entry: { to, label, Icon }, isNarrow, onLeave }: SidebarLinkProps) {
  return (
    <NavLink to={to} end={to === '/'} className={classes.entry} title={isNarrow ? label : undefined} onClick={onLeave}>
      <Icon aria-hidden size={20} stroke={1.6} />
      <span className={isNarrow ? 'visually-hidden' : undefined}>{label}</span>
    </NavLink>
  )
}
