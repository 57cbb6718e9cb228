import type { Product } from '@linkshelf/contract'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import { LazyDropdown } from '../../../ui/overlays/lazy-dropdown.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'
import { openPositionDialog } from '../open-product-dialog.ts'
import type { MoveTarget } from './product-order.ts'
import classes from './product-table.module.css'

const MoveMenuItems = lazyComponent(() => import('./move-menu-items.tsx').then((module) => module.MoveMenuItems))

interface MoveMenuProps {
  product: Product
  /** Its position, counted from 1; undefined in a filtered list, where it is not known. */
  position: number | undefined
  /** Whether a product follows this one. */
  hasNext: boolean
  onMove: (to: MoveTarget) => void
  /** Undefined where rows can't be dragged. */
  onPress: ((event: PointerEvent) => void) | undefined
}

/** The handle that a row is dragged by. Clicked, it opens a menu with the same moves. */
export function MoveMenu({ product, position, hasNext, onMove, onPress }: MoveMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)

  const button = (
    <ActionIcon
      ref={opener}
      className={classes.grip}
      variant="subtle"
      color="gray"
      c="dimmed"
      size="md"
      title={onPress === undefined ? 'Click to move' : 'Drag to move, or click'}
      aria-label={`Move ${product.name}`}
      aria-haspopup="menu"
      onPointerDown={onPress}
    >
      <IconGripVertical aria-hidden size={17} stroke={1.6} />
    </ActionIcon>
  )
  return (
    <LazyDropdown button={button} preload={MoveMenuItems.preload}>
      <MoveMenuItems
        button={button}
        position={position}
        hasNext={hasNext}
        onMove={onMove}
        onChoosePosition={() =>
          openPositionDialog(product, { current: position, onMove: (chosen) => onMove({ position: chosen }) }, opener.current)
        }
      />
    </LazyDropdown>
  )
}
