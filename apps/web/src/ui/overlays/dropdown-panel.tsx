import { Popover, type PopoverProps } from '@mantine/core'
import { cloneElement } from 'react'
import { useOpenOnMount } from './lazy-dropdown.tsx'

interface DropdownPanelProps extends Omit<PopoverProps, 'children'> {
  button: React.ReactElement<{ onClick?: () => void }>
  /** The content, or a function that returns it and gets `close`. */
  children: React.ReactNode | ((close: () => void) => React.ReactNode)
}

/** The popover of a LazyDropdown. */
export function DropdownPanel({ button, children, ...popover }: DropdownPanelProps) {
  const { scope, isOpen, setOpen } = useOpenOnMount()
  return (
    <div ref={scope}>
      <Popover
        {...popover}
        opened={isOpen}
        onChange={setOpen}
        trapFocus
        returnFocus
        radius="md"
        shadow="md"
        offset={6}
        portalProps={inMain}
      >
        <Popover.Target>{cloneElement(button, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
        <Popover.Dropdown>{typeof children === 'function' ? children(() => setOpen(false)) : children}</Popover.Dropdown>
      </Popover>
    </div>
  )
}

/** Inside the main landmark, so that landmark navigation reaches it. */
const inMain = { target: '#main' }
