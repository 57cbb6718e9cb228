import type { Product } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../../ui/overlays/dialog-form.tsx'
import { useDeleteProducts } from '../product-mutations.ts'

const maxNames = 3

interface DeleteProductsFormProps {
  scope: ProjectScope
  products: readonly Product[]
  onClose: () => void
}

export function DeleteProductsForm({ scope, products, onClose }: DeleteProductsFormProps) {
  const deletion = useDeleteProducts(scope)
  const [only] = products
  return (
    <ConfirmMutation action="Delete" isDangerous mutation={deletion} subject={products} onClose={onClose}>
      {products.length === 1 && only !== undefined ? (
        <>
          <strong>{only.name}</strong> is removed from your store. Its links stay and still redirect. This cannot be undone.
        </>
      ) : (
        <>
          <strong>{showCount(products.length, 'product')}</strong> are removed from your store: {namesOf(products)}. Their links stay and
          still redirect. This cannot be undone.
        </>
      )}
    </ConfirmMutation>
  )
}

/** The names of the first few products, and the count of the others. */
function namesOf(products: readonly Product[]): string {
  const names = products.slice(0, maxNames).map(({ name }) => name)
  const more = products.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
