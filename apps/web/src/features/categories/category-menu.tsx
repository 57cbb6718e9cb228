import type { ListedCategory } from '@linkshelf/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBarToUp, IconArrowDown, IconArrowsSort, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { CategoryPosition } from './category-queries.ts'
import type { OpenCategoryDialog } from './open-category-dialog.ts'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

export interface CategoryMenuProps extends CategoryPosition {
  category: ListedCategory
  onDialog: OpenCategoryDialog
  onMove: (category: ListedCategory, position: number) => void
  /** Opens the dialog that asks for a position. */
  onAskPosition: (category: ListedCategory, opener: HTMLElement | null) => void
}

/** The actions of a category. Its dialogs return the focus to the button of the menu. */
export function CategoryMenu({ category, position, count, onDialog, onMove, onAskPosition }: CategoryMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isFirst, isLast] = [position === 1, position === count]
  const moveTo = (to: number) => () => onMove(category, to)
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${category.name}`}>
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => onDialog('edit', category, opener.current)}>
          Edit
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowUp {...iconProps} />} disabled={isFirst} onClick={moveTo(position - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...iconProps} />} disabled={isLast} onClick={moveTo(position + 1)}>
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowBarToUp {...iconProps} />} disabled={isFirst} onClick={moveTo(1)}>
          Move to top
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsSort {...iconProps} />}
          disabled={count === 1}
          onClick={() => onAskPosition(category, opener.current)}
        >
          Move to position…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash {...iconProps} />}
          onClick={() => onDialog('delete', category, opener.current)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
