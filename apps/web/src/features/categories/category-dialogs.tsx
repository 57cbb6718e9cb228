import type { ListedCategory } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { CategoryForm } from './category-form.tsx'
import { useDeleteCategory } from './category-queries.ts'

type CategoryDialogKind = 'add' | 'edit' | 'delete'

/** Opens a dialog about a category, or about a new category. The focus returns to `opener`. */
export type OpenCategoryDialog = (kind: CategoryDialogKind, category: ListedCategory | undefined, opener: HTMLElement | null) => void

interface CategoryDialogOptions {
  scope: ProjectScope
  /** The color of a new category. */
  defaultColor: string
  /** The time zone of the project. */
  timeZone: string
  kind: CategoryDialogKind
  category: ListedCategory | undefined
}

export function categoryDialog({ scope, defaultColor, timeZone, kind, category }: CategoryDialogOptions): Dialog {
  if (kind === 'delete' && category !== undefined) {
    return { title: 'Delete category', body: (close) => <DeleteCategoryForm scope={scope} category={category} onClose={close} /> }
  }
  return {
    title: category === undefined ? 'Add category' : 'Edit category',
    body: (close) => <CategoryForm scope={scope} defaultColor={defaultColor} timeZone={timeZone} category={category} onClose={close} />,
  }
}

interface DeleteCategoryFormProps {
  scope: ProjectScope
  category: ListedCategory
  onClose: () => void
}

function DeleteCategoryForm({ scope, category, onClose }: DeleteCategoryFormProps) {
  const deletion = useDeleteCategory(scope)
  const { name, product_count: count } = category
  return (
    <ConfirmMutation action="Delete" isDangerous mutation={deletion} subject={category} onClose={onClose}>
      <strong>{name}</strong> is removed from your store.{' '}
      {count > 0 && `${formatCount(count, 'product')} of the category ${count === 1 ? 'stays' : 'stay'}, without it. `}
      This cannot be undone.
    </ConfirmMutation>
  )
}
