import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconFolder, IconLayoutDashboard, IconLinkPlus, IconList, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { signOut } from '../features/identity/session.ts'
import { focusAddLinkBar } from '../features/links/add-link-bar.tsx'
import { choices, projectLabel } from '../features/organizations/choose-selection.ts'
import { useSelection } from '../features/organizations/selection.tsx'

const look = { 'aria-hidden': true, size: 18, stroke: 1.6 }

/** The screens one can go to, and what one can do from anywhere. */
export function useFinderActions(): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const { organizations, current, choose } = useSelection()

  const others = choices(organizations, current).filter(({ project }) => project.id !== current?.project.id)
  const projects = others.map((choice) => ({
    id: `project ${choice.project.id}`,
    label: `Switch to ${projectLabel(organizations, choice)}`,
    leftSection: <IconFolder {...look} />,
    onClick: () => choose(choice),
  }))

  return [
    {
      group: 'Screens',
      actions: [
        { id: 'dashboard', label: 'Dashboard', leftSection: <IconLayoutDashboard {...look} />, onClick: () => void navigate('/') },
        { id: 'links', label: 'All links', leftSection: <IconList {...look} />, onClick: () => void navigate('/links') },
      ],
    },
    {
      group: 'Actions',
      actions: [
        // The finder gives the focus back as it leaves; ours comes after.
        { id: 'add', label: 'Add a link', leftSection: <IconLinkPlus {...look} />, onClick: () => setTimeout(focusAddLinkBar, 250) },
        {
          id: 'scheme',
          label: isDark ? 'Use light mode' : 'Use dark mode',
          leftSection: isDark ? <IconSun {...look} /> : <IconMoon {...look} />,
          onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
        },
        ...projects,
        { id: 'sign-out', label: 'Sign out', leftSection: <IconLogout {...look} />, onClick: () => void signOut() },
      ],
    },
  ]
}
