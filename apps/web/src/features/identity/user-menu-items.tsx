import { Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'
import { signOut } from './session.ts'

interface UserMenuItemsProps {
  button: React.ReactElement
  name: string
  email: string | undefined
}

export function UserMenuItems({ button, name, email }: UserMenuItemsProps) {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'

  return (
    <MenuOnDemand button={button} width={232} position="top-start">
      <Menu.Label>
        {name}
        {email !== undefined && email !== name && <Text size="xs">{email}</Text>}
      </Menu.Label>
      <Menu.Divider />
      <Menu.CheckboxItem
        checked={isDark}
        onChange={(dark) => setColorScheme(dark ? 'dark' : 'light')}
        rightSection={
          <Text size="xs" c="dimmed" aria-hidden>
            {isDark ? 'On' : 'Off'}
          </Text>
        }
      >
        Dark mode
      </Menu.CheckboxItem>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout aria-hidden size={16} stroke={1.6} />} onClick={() => void signOut()}>
        Sign out
      </Menu.Item>
    </MenuOnDemand>
  )
}
