import { Menu, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx'
import { signOut } from './session.ts'
import { useTheme } from './theme-choice.ts'

/** A screen that the menu links to. */
export interface UserMenuScreen {
  to: string
  label: string
  Icon: React.ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
}

interface UserMenuItemsProps {
  button: React.ReactElement
  name: string
  email: string | undefined
  screens: readonly UserMenuScreen[]
  onLeave?: () => void
}

export function UserMenuItems({ button, name, email, screens, onLeave }: UserMenuItemsProps) {
  const { theme, choices, choose } = useTheme()

  function chooseNamed(name: string): void {
    const choice = choices.find((each) => each.name === name)
    if (choice !== undefined) choose(choice.name)
  }

  return (
    <DropdownMenu button={button} width={232} position="top-start">
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
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup value={theme} onChange={chooseNamed}>
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
    </DropdownMenu>
  )
}
