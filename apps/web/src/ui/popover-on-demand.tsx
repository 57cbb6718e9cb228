import { Popover, type PopoverProps } from '@mantine/core'
import { cloneElement } from 'react'
import { useStandIn } from './stand-in.ts'

interface PopoverOnDemandProps extends PopoverProps {
  button: React.ReactElement<{ onClick?: () => void }>
}

/** A few facts beside an OnDemand button, under its name. */
export function PopoverOnDemand({ button, children, ...popover }: PopoverOnDemandProps) {
  const { place, isOpen, setOpen } = useStandIn()
  return (
    <div ref={place}>
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
        <Popover.Dropdown>{children}</Popover.Dropdown>
      </Popover>
    </div>
  )
}

/** Where people who move by landmarks find it. */
const inMain = { target: '#main' }
