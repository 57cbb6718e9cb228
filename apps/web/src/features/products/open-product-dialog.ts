import type { Product } from '@linkshelf/contract'
import type { ProjectScope } from '../../api.ts'
import { openDialog } from '../../ui/dialogs.tsx'

export type OpenDeleteProductDialog = (product: Product, opener: HTMLElement) => void

/** Opens the confirmation; the focus returns to `opener`. */
export function makeOpenDeleteProductDialog(scope: ProjectScope): OpenDeleteProductDialog {
  return (product, opener) =>
    void openDialog(
      () => import('./dialogs/product-dialogs.tsx').then(({ deleteProductDialog }) => deleteProductDialog(scope, product)),
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
