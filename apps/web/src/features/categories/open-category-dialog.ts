import type { ListedCategory } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'

export type CategoryDialogKind = 'add' | 'edit' | 'delete'

/** Opens a dialog about a category, or about a new one; the focus returns to `opener`. */
export type OpenCategoryDialog = (kind: CategoryDialogKind, category: ListedCategory | undefined, opener: HTMLElement | null) => void

interface CategoryDialogContext {
  scope: ProjectScope
  /** The color of a new category. */
  defaultColor: string
  /** The time zone of the project. */
  timeZone: string
}

export function makeOpenCategoryDialog(context: CategoryDialogContext): OpenCategoryDialog {
  return (kind, category, opener) =>
    void openDialog(
      () => import('./category-dialogs.tsx').then(({ categoryDialog }) => categoryDialog({ ...context, kind, category })),
      opener,
    )
}
