import { entitlementsOf } from '@linkshelf/contract'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconFolder, IconLinkPlus, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useDarkMode } from '../features/identity/dark-mode.ts'
import { signOut } from '../features/identity/session.ts'
import { focusAddLinkBar } from '../features/links/create/add-link-bar.tsx'
import { choices, projectLabel } from '../features/organizations/choose-selection.ts'
import { useSelection } from '../features/organizations/selection.tsx'
import { hasScreen } from './screen-paths.ts'
import { flattenGroups, personalEntries, sidebarEntries } from './sidebar-entries.ts'

const iconProps = { 'aria-hidden': true, size: 18, stroke: 1.6 }

/** The screens to go to, and the actions available on every screen. */
export function useCommandPaletteActions(): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const { isDark, setDark } = useDarkMode()
  const { organizations, current, choose } = useSelection()

  const screens = flattenGroups([...sidebarEntries(current && entitlementsOf(current.organization)), ...personalEntries])
    .filter(({ to }) => hasScreen(to))
    .map(({ to, label, Icon }) => ({ id: to, label, leftSection: <Icon {...iconProps} />, onClick: () => void navigate(to) }))

  const others = choices(organizations, current).filter(({ project }) => project.id !== current?.project.id)
  const projects = others.map((choice) => ({
    id: `project ${choice.project.id}`,
    label: `Switch to ${projectLabel(organizations, choice)}`,
    leftSection: <IconFolder {...iconProps} />,
    onClick: () => choose(choice),
  }))

  return [
    { group: 'Screens', actions: screens },
    {
      group: 'Actions',
      actions: [
        // Spotlight returns the focus when it closes; this runs later.
        { id: 'add', label: 'Add a link', leftSection: <IconLinkPlus {...iconProps} />, onClick: () => setTimeout(focusAddLinkBar, 250) },
        {
          id: 'scheme',
          label: isDark ? 'Use light mode' : 'Use dark mode',
          leftSection: isDark ? <IconSun {...iconProps} /> : <IconMoon {...iconProps} />,
          onClick: () => setDark(!isDark),
        },
        ...projects,
        { id: 'sign-out', label: 'Sign out', leftSection: <IconLogout {...iconProps} />, onClick: () => void signOut() },
      ],
    },
  ]
}
