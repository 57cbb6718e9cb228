import { Menu } from '@mantine/core'
import { IconArrowBarToUp, IconArrowDown, IconArrowUp, IconListNumbers } from '@tabler/icons-react'
import { DropdownMenu } from '../../../ui/overlays/dropdown-menu.tsx'
import type { MoveTarget } from './product-order.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface MoveMenuItemsProps {
  button: React.ReactElement
  /** Undefined in a filtered list: it has no next place. */
  position: number | undefined
  hasNext: boolean
  onMove: (to: MoveTarget) => void
  onChoosePosition: () => void
}

export function MoveMenuItems({ button, position, hasNext, onMove, onChoosePosition }: MoveMenuItemsProps) {
  return (
    <DropdownMenu button={button} position="bottom-start" width={200}>
      {position !== undefined && (
        <>
          <Menu.Item leftSection={<IconArrowUp {...iconProps} />} disabled={position === 1} onClick={() => onMove({ index: position - 2 })}>
            Move up
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown {...iconProps} />} disabled={!hasNext} onClick={() => onMove({ index: position })}>
            Move down
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconArrowBarToUp {...iconProps} />} disabled={position === 1} onClick={() => onMove({ position: 1 })}>
        Move to top
      </Menu.Item>
      <Menu.Item leftSection={<IconListNumbers {...iconProps} />} onClick={onChoosePosition}>
        Move to position…
      </Menu.Item>
    </DropdownMenu>
  )
}
