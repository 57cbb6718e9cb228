import { type Product, productsPerProject } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api.ts'
import { ConfirmForm } from '../../../ui/dialog-form.tsx'
import type { Dialog } from '../../../ui/dialogs.tsx'
import { PositionForm } from '../../../ui/position-form.tsx'
import { useDeleteProduct } from '../product-mutations.ts'

export function deleteProductDialog(scope: ProjectScope, product: Product): Dialog {
  return { title: 'Delete Product', body: (close) => <DeleteProductForm scope={scope} product={product} onClose={close} /> }
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

function DeleteProductForm({ scope, product, onClose }: { scope: ProjectScope; product: Product; onClose: () => void }) {
  const deletion = useDeleteProduct(scope)
  return (
    <ConfirmForm
      action="Delete"
      isDangerous
      isWorking={deletion.isPending}
      onConfirm={() => deletion.mutate(product, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{product.name}</strong> is removed from your store. Its links stay and still redirect. This cannot be undone.
    </ConfirmForm>
  )
}
