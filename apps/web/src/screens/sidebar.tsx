import { ActionIcon } from '@mantine/core'
import { IconLayoutDashboard, IconLayoutSidebar, IconLink } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { UserMenu } from '../features/identity/user-menu.tsx'
import { ProjectSwitcher } from '../features/organizations/project-switcher.tsx'
import { Logo } from './logo.tsx'
import classes from './sidebar.module.css'

const entries = [
  { to: '/', label: 'Dashboard', Icon: IconLayoutDashboard },
  { to: '/links', label: 'Links', Icon: IconLink },
]

interface SidebarProps {
  isCollapsed?: boolean
  onToggle?: () => void
  /** Runs when the person goes somewhere, so that a drawer can close. */
  onLeave?: () => void
}

export function Sidebar({ isCollapsed, onToggle, onLeave }: SidebarProps) {
  return (
    <div className={classes.sidebar} data-collapsed={isCollapsed || undefined}>
      <div className={classes.brand}>
        <Logo withName={!isCollapsed} />
        {onToggle !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={isCollapsed ? 'Open sidebar' : 'Collapse sidebar'}
            aria-expanded={!isCollapsed}
            aria-keyshortcuts="Control+B Meta+B"
            title="Ctrl or ⌘ + B"
            onClick={onToggle}
          >
            <IconLayoutSidebar aria-hidden size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <ProjectSwitcher isNarrow={isCollapsed} onChosen={onLeave} />
      <nav className={classes.nav} aria-label="Main">
        {entries.map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} end={to === '/'} className={classes.entry} title={isCollapsed ? label : undefined} onClick={onLeave}>
            <Icon aria-hidden size={20} stroke={1.6} />
            <span className={isCollapsed ? 'visually-hidden' : undefined}>{label}</span>
          </NavLink>
        ))}
      </nav>
      <div className={classes.foot}>
        <UserMenu isNarrow={isCollapsed} />
      </div>
    </div>
  )
}
