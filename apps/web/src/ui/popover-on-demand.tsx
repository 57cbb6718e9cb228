import { Popover, type PopoverProps } from '@mantine/core'
import { cloneElement } from 'react'
import { useStandIn } from './stand-in.ts'

interface PopoverOnDemandProps extends Omit<PopoverProps, 'children'> {
  button: React.ReactElement<{ onClick?: () => void }>
  /** Its content; a function of what closes it, where something in it does. */
  children: React.ReactNode | ((close: () => void) => React.ReactNode)
}

/** What stands beside an OnDemand button, under its name. */
export function PopoverOnDemand({ button, children, ...popover }: PopoverOnDemandProps) {
  const { scope, isOpen, setOpen } = useStandIn()
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

/** Where people who move by landmarks find it. */
const inMain = { target: '#main' }
