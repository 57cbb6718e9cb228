import { Menu } from '@mantine/core'
import { IconArrowBarToUp, IconArrowDown, IconArrowsSort, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { DropdownMenu } from '../../ui/overlays/dropdown-menu.tsx'
import type { CategoryPosition } from './category-order.ts'
import type { CategoryDialogKind } from './open-category-dialog.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface CategoryMenuItemsProps extends CategoryPosition {
  button: React.ReactElement
  onDialog: (kind: CategoryDialogKind) => void
  onMove: (position: number) => void
  onAskPosition: () => void
}

export function CategoryMenuItems({ button, position, count, onDialog, onMove, onAskPosition }: CategoryMenuItemsProps) {
  const [isFirst, isLast] = [position === 1, position === count]
  return (
    <DropdownMenu button={button} position="bottom-end" width={200}>
      <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => onDialog('edit')}>
        Edit
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowUp {...iconProps} />} disabled={isFirst} onClick={() => onMove(position - 1)}>
        Move up
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown {...iconProps} />} disabled={isLast} onClick={() => onMove(position + 1)}>
        Move down
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowBarToUp {...iconProps} />} disabled={isFirst} onClick={() => onMove(1)}>
        Move to top
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowsSort {...iconProps} />} disabled={count === 1} onClick={onAskPosition}>
        Move to position…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="var(--mantine-color-error)" leftSection={<IconTrash {...iconProps} />} onClick={() => onDialog('delete')}>
        Delete
      </Menu.Item>
    </DropdownMenu>
  )
}
