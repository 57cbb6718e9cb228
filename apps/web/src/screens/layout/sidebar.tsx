import { toEntitlements } from '@linkshelf/contract'
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { UserMenu } from '../../features/identity/user-menu.tsx'
import { hasSeveralChoices } from '../../features/organizations/choose-selection.ts'
import { ProjectSwitcher } from '../../features/organizations/project-switcher.tsx'
import { useSelection } from '../../features/organizations/selection.tsx'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { findCurrentPath, listSidebarEntries, personalEntries } from '../sidebar-entries.ts'
import { Logo } from './logo.tsx'
import classes from './sidebar.module.css'
import { SidebarLink, SidebarSection } from './sidebar-section.tsx'

/** Loaded when the pointer reaches the sidebar, so that menus do not grow after they are opened. */
const NewProjectItem = createLazyComponent(() => import('./new-project-item.tsx').then((module) => module.NewProjectItem))

interface SidebarProps {
  isCollapsed?: boolean
  onToggle?: () => void
  /** Called on navigation, so that a drawer can close. */
  onLeave?: () => void
}

export function Sidebar({ isCollapsed, onToggle, onLeave }: SidebarProps) {
  const { organizations, current } = useSelection()
  const items = listSidebarEntries(current && toEntitlements(current.organization))
  const shown = findCurrentPath(items, useLocation())
  // The user menu offers a new project only while the project selector, which offers it too, is hidden.
  const hasSelector = hasSeveralChoices(organizations, current)

  function renderNewProject(button: React.RefObject<HTMLButtonElement | null>): React.ReactNode {
    return (
      current && (
        <LazyBoundary onError={() => {}}>
          <NewProjectItem orgId={current.organization.id} button={button} hasDivider={hasSelector} />
        </LazyBoundary>
      )
    )
  }

  return (
    <div className={classes.sidebar} data-collapsed={isCollapsed || undefined} onPointerEnter={() => void NewProjectItem.preload()}>
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
      <ProjectSwitcher isNarrow={isCollapsed} onChosen={onLeave} renderNewProject={renderNewProject} />
      <nav className={classes.nav} aria-label="Main">
        {items.map((item) =>
          'to' in item ? (
            <SidebarLink key={item.to} entry={item} shown={shown} isNarrow={isCollapsed} onLeave={onLeave} />
          ) : (
            <SidebarSection key={item.label} group={item} shown={shown} isNarrow={isCollapsed} onLeave={onLeave} />
          ),
        )}
      </nav>
      <div className={classes.foot}>
        <UserMenu
          screens={personalEntries}
          isNarrow={isCollapsed}
          onLeave={onLeave}
          renderNewProject={hasSelector ? undefined : renderNewProject}
        />
      </div>
    </div>
  )
}
