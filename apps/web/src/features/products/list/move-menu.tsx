import type { Product } from '@linkshelf/contract'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconListNumbers,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import type { MoveTarget } from './product-order.ts'
import classes from './product-row.module.css'

const openPositionDialog = createLazyDialog(async () => (await import('../dialogs/product-dialogs.tsx')).positionDialog)

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface MoveMenuProps {
  product: Product
  /** The product's position, counted from 1. Undefined in a filtered list, where the position is not known. */
  position: number | undefined
  /** Whether a product follows this one. */
  hasNext: boolean
  onMove: (to: MoveTarget) => void
  /** Pins the product, or unpins it. */
  onPin: () => void
  /** Undefined if rows can't be dragged. */
  onPress: ((event: PointerEvent) => void) | undefined
}

/** Shows the handle for dragging a row. A click on the handle opens a menu with the same moves. */
export function MoveMenu({ product, position, hasNext, onMove, onPin, onPress }: MoveMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)

  function askPosition(): void {
    openPositionDialog(opener.current, product, position, (chosen) => onMove({ position: chosen }))
  }

  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <ActionIcon
          ref={opener}
          className={classes.grip}
          variant="subtle"
          color="gray"
          c="dimmed"
          size="md"
          title={onPress === undefined ? 'Click to move' : 'Drag to move, or click'}
          aria-label={`Move ${product.name}`}
          onPointerDown={onPress}
        >
          <IconGripVertical aria-hidden size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {position !== undefined && (
          <>
            <Menu.Item
              leftSection={<IconArrowUp {...iconProps} />}
              disabled={position === 1}
              onClick={() => onMove({ index: position - 2 })}
            >
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
        <Menu.Item leftSection={<IconListNumbers {...iconProps} />} onClick={askPosition}>
          Move to position…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={product.pinned ? <IconPinnedOff {...iconProps} /> : <IconPin {...iconProps} />} onClick={onPin}>
          {product.pinned ? 'Unpin' : 'Pin to the top of the store'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
