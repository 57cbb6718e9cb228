import type { ListedCategory } from '@linkshelf/contract'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { CategoryCard } from './category-card.tsx'
import classes from './category-grid.module.css'
import { useActivateCategory, useMoveCategory } from './category-queries.ts'
import type { OpenCategoryDialog } from './open-category-dialog.ts'

interface CategoryGridProps {
  scope: ProjectScope
  categories: readonly ListedCategory[]
  onDialog: OpenCategoryDialog
}

/** The categories in their order. A move is announced to screen readers. */
export function CategoryGrid({ scope, categories, onDialog }: CategoryGridProps) {
  const activation = useActivateCategory(scope)
  const movement = useMoveCategory(scope)
  const [announcement, announce] = useState('')
  const count = categories.length

  function move(category: ListedCategory, position: number): void {
    movement.mutate({ category, position })
    announce(`${category.name} is now ${position} of ${count}.`)
  }

  function askPosition(category: ListedCategory, opener: HTMLElement | null): void {
    const position = categories.indexOf(category) + 1
    void openDialog(async () => {
      const { PositionForm } = await import('../../ui/tables/position-form.tsx')
      const props = {
        description: `${category.name} is ${position} of ${count}.`,
        position,
        max: count,
        onMove: (wanted: number) => move(category, wanted),
      }
      return { title: 'Move Category', body: (close) => <PositionForm {...props} onClose={close} /> }
    }, opener)
  }

  return (
    <>
      <ul className={classes.grid} aria-label="Categories">
        {categories.map((category, index) => (
          <CategoryCard
            key={category.category_id}
            category={category}
            position={index + 1}
            count={count}
            onDialog={onDialog}
            onMove={move}
            onAskPosition={askPosition}
            onActivate={(one, active) => activation.mutate({ category: one, active })}
          />
        ))}
      </ul>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </>
  )
}
