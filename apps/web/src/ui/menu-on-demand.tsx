import { Menu, type MenuProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** The menu of an OnDemand button: it takes the focus of the button it stands in for, then opens, so that closing gives the focus back. */
export function MenuOnDemand({ button, children, ...menu }: MenuProps & { button: React.ReactElement }) {
  const place = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    place.current?.querySelector('button')?.focus()
    setOpen(true)
  }, [])

  return (
    <div ref={place}>
      <Menu {...menu} opened={isOpen} onChange={setOpen}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </div>
  )
}
