import { Menu, type MenuProps } from '@mantine/core'
import { useOpenOnMount } from './lazy-dropdown.tsx'

/** The menu of a LazyDropdown. */
export function DropdownMenu({ button, children, ...menu }: MenuProps & { button: React.ReactElement }) {
  const { scope, isOpen, setOpen } = useOpenOnMount()
  return (
    <div ref={scope}>
      <Menu {...menu} opened={isOpen} onChange={setOpen}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </div>
  )
}
