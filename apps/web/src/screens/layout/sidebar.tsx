import { toEntitlements } from '@linkshelf/contract'
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { UserMenu } from '../../features/identity/user-menu.tsx'
import { hasSeveralChoices } from '../../features/organizations/choose-selection.ts'
import { ProjectSwitcher } from '../../features/organizations/project-switcher.tsx'
import { useSelection } from '../../features/organizations/selection.tsx'
import { useCan } from '../../session/permissions.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { hasScreen } from '../screen-paths.ts'
import { filterByScreen, findCurrentPath, listSidebarEntries, personalEntries } from '../sidebar-entries.ts'
import { Logo } from './logo.tsx'
import classes from './sidebar.module.css'
import { SidebarLink, SidebarSection } from './sidebar-section.tsx'

const openAddProjectDialog = createLazyDialog(async () => (await import('../../features/projects/project-dialogs.tsx')).addProjectDialog)

interface SidebarProps {
  isCollapsed?: boolean
  onToggle?: () => void
  /** Called on navigation, so that a drawer can close. */
  onLeave?: () => void
}

export function Sidebar({ isCollapsed, onToggle, onLeave }: SidebarProps) {
  const { organizations, current } = useSelection()
  const items = filterByScreen(listSidebarEntries(current && toEntitlements(current.organization)), hasScreen)
  const shown = findCurrentPath(items, useLocation())
  const canAddProject = useCan('projects.create')
  const openNewProject =
    canAddProject && current !== undefined
      ? (opener: HTMLElement | null) => openAddProjectDialog(opener, current.organization.id)
      : undefined
  // The user menu offers a new project only while the project selector, which offers it too, is hidden.
  const isSelectorHidden = !hasSeveralChoices(organizations, current)

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
      <ProjectSwitcher isNarrow={isCollapsed} onChosen={onLeave} onNewProject={openNewProject} />
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
          screens={personalEntries.filter(({ to }) => hasScreen(to))}
          isNarrow={isCollapsed}
          onLeave={onLeave}
          onNewProject={isSelectorHidden ? openNewProject : undefined}
        />
      </div>
    </div>
  )
}
