import { type Category, type Product, productsPerProject } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { PositionForm } from '../../../ui/tables/position-form.tsx'
import { CategorizeForm, type CreateCategory } from './categorize-form.tsx'
import { DeleteProductsForm } from './delete-products-form.tsx'

interface ProductDialogOptions {
  scope: ProjectScope
  categories: readonly Category[]
  kind: 'categorize' | 'delete'
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
    title: products.length === 1 ? 'Delete Product' : 'Delete Products',
    body: (close) => <DeleteProductsForm scope={scope} products={products} onClose={close} />,
  }
}

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
