import { Menu, type MenuProps } from '@mantine/core'
import { useStandIn } from './stand-in.ts'

/** The menu of an OnDemand button. */
export function MenuOnDemand({ button, children, ...menu }: MenuProps & { button: React.ReactElement }) {
  const { scope, isOpen, setOpen } = useStandIn()
  return (
    <div ref={scope}>
      <Menu {...menu} opened={isOpen} onChange={setOpen}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </div>
  )
}
