import type { ListedCategory } from '@linkshelf/contract'
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { LazyDropdown } from '../../ui/overlays/lazy-dropdown.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import type { CategoryPosition } from './category-order.ts'
import type { OpenCategoryDialog } from './open-category-dialog.ts'

const CategoryMenuItems = lazyComponent(() => import('./category-menu-items.tsx').then((module) => module.CategoryMenuItems))

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
  const button = (
    <ActionIcon ref={opener} variant="subtle" color="gray" size="lg" aria-label={`Actions of ${category.name}`} aria-haspopup="menu">
      <IconDots aria-hidden size={18} />
    </ActionIcon>
  )
  return (
    <LazyDropdown button={button} preload={CategoryMenuItems.preload}>
      <CategoryMenuItems
        button={button}
        position={position}
        count={count}
        onDialog={(kind) => onDialog(kind, category, opener.current)}
        onMove={(to) => onMove(category, to)}
        onAskPosition={() => onAskPosition(category, opener.current)}
      />
    </LazyDropdown>
  )
}
