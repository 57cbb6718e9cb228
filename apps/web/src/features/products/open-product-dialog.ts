import type { Category, Product } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import type { CreateCategory } from './dialogs/categorize-form.tsx'

/** Opens a dialog about one or several products; the focus returns to `opener`. */
export type OpenProductDialog = (kind: 'categorize' | 'delete', products: readonly Product[], opener: HTMLElement) => void

/** `categories` are those of the project. */
export function makeOpenProductDialog(
  scope: ProjectScope,
  categories: readonly Category[],
  createCategory: CreateCategory,
): OpenProductDialog {
  return (kind, products, opener) =>
    void openDialog(
      () =>
        import('./dialogs/product-dialogs.tsx').then(({ productDialog }) =>
          productDialog({ scope, categories, kind, products, createCategory }),
        ),
      opener,
    )
}

/** Opens the form for a position, counted from 1. */
export function openPositionDialog(
  product: Product,
  { current, onMove }: { current: number | undefined; onMove: (position: number) => void },
  opener: HTMLElement | null,
): void {
  void openDialog(
    () => import('./dialogs/product-dialogs.tsx').then(({ positionDialog }) => positionDialog(product, current, onMove)),
    opener,
  )
}
