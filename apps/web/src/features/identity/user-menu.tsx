import { Menu, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link as RouteLink } from 'react-router'
import { signOut } from '../../session/session.ts'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { toInitials } from '../../ui/portrait.tsx'
import { profileQuery } from './save-profile.ts'
import { useTheme } from './theme-choice.ts'

export interface UserMenuScreen {
  to: string
  label: string
  Icon: React.ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
}

interface UserMenuProps {
  /** The screens about the user and their settings. */
  screens: readonly UserMenuScreen[]
  isNarrow?: boolean
  /** Called when a screen is opened. */
  onLeave?: () => void
  /** Renders the item that adds a project. `button` is the button of the menu. If undefined, there is no such item. */
  renderNewProject: ((button: React.RefObject<HTMLButtonElement | null>) => React.ReactNode) | undefined
}

/** The menu of the signed-in user, with links to their screens, the theme and sign-out. */
export function UserMenu({ screens, isNarrow, onLeave, renderNewProject }: UserMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { data: profile } = useQuery(profileQuery)
  const { theme, choices, choose } = useTheme()
  const email = profile?.email
  const name = profile?.full_name || email || 'Your account'

  function chooseTheme(name: string): void {
    const choice = choices.find((each) => each.name === name)
    if (choice !== undefined) choose(choice.name)
  }

  return (
    <Menu width={232} position="top-start">
      <Menu.Target>
        <MenuButton
          ref={button}
          shape="user"
          initials={toInitials(name)}
          pictureUrl={profile?.avatar_url}
          title={name}
          detail={email}
          narrowName={`Account of ${name}`}
          isNarrow={isNarrow}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          {email !== undefined && email !== name && <Text size="xs">{email}</Text>}
        </Menu.Label>
        <Menu.Divider />
        {screens.map(({ to, label, Icon }) => (
          <Menu.Item key={to} component={RouteLink} to={to} leftSection={<Icon aria-hidden size={16} stroke={1.6} />} onClick={onLeave}>
            {label}
          </Menu.Item>
        ))}
        {renderNewProject?.(button)}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={theme} onChange={chooseTheme}>
          {choices.map(({ name, label }) => (
            <Menu.RadioItem key={name} value={name}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout aria-hidden size={16} stroke={1.6} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
