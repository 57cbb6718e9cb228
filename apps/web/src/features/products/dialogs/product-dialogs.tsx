import { type Category, type Product, productsPerProject, restorableDays } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { PositionForm } from '../../../ui/tables/position-form.tsx'
import { useDeleteProducts } from '../product-mutations.ts'
import { CategorizeForm, type CreateCategory } from './categorize-form.tsx'

type ProductDialogKind = 'categorize' | 'delete'

/** Opens a dialog about one or several products. When it closes, the focus returns to `opener`. */
export type OpenProductDialog = (kind: ProductDialogKind, products: readonly Product[], opener: HTMLElement) => void

interface ProductDialogOptions {
  scope: ProjectScope
  /** The categories of the project. */
  categories: readonly Category[]
  kind: ProductDialogKind
  products: readonly Product[]
  createCategory: CreateCategory
}

export function productDialog({ scope, categories, kind, products, createCategory }: ProductDialogOptions): Dialog {
  if (kind === 'categorize') {
    return {
      title: 'Categories',
      body: (close) => (
        <CategorizeForm scope={scope} products={products} categories={categories} createCategory={createCategory} onClose={close} />
      ),
    }
  }
  return {
    title: products.length === 1 ? 'Delete product' : 'Delete products',
    body: (close) => <DeleteProductsForm scope={scope} products={products} onClose={close} />,
  }
}

/** Creates the dialog that asks for a position. Positions are counted from 1. */
export function positionDialog(product: Product, current: number | undefined, onMove: (position: number) => void): Dialog {
  return {
    title: 'Move to position',
    body: (close) => (
      <PositionForm
        description={`1 is the first product of the store. A number past the last one moves ${product.name} to the end.`}
        position={current}
        max={productsPerProject}
        onMove={onMove}
        onClose={close}
      />
    ),
  }
}

const maxNames = 3

interface DeleteProductsFormProps {
  scope: ProjectScope
  products: readonly Product[]
  onClose: () => void
}

function DeleteProductsForm({ scope, products, onClose }: DeleteProductsFormProps) {
  const deletion = useDeleteProducts(scope)
  const [only] = products
  return (
    <ConfirmMutation action="Delete" isDangerous mutation={deletion} subject={products} onClose={onClose}>
      {products.length === 1 && only !== undefined ? (
        <>
          <strong>{only.name}</strong> is removed from your store. Its links stay and still redirect. You can restore it for{' '}
          {restorableDays} days.
        </>
      ) : (
        <>
          <strong>{formatCount(products.length, 'product')}</strong> are removed from your store: {formatDeletedNames(products)}. Their
          links stay and still redirect. You can restore them for {restorableDays} days.
        </>
      )}
    </ConfirmMutation>
  )
}

/** Returns the names of the first few products, and the number of the others. */
function formatDeletedNames(products: readonly Product[]): string {
  const names = products.slice(0, maxNames).map(({ name }) => name)
  const more = products.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
