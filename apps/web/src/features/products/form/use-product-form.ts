import { type Product, productForm, productMessages } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useCreateProduct, useUpdateProduct } from '../product-mutations.ts'
import { toProductValues } from './product-values.ts'

export type ProductForm = ReturnType<typeof useProductForm>

/** The form of a product, or of a new one. */
export function useProductForm(scope: ProjectScope, product: Product | undefined, onCreated?: (product: Product) => void) {
  const creation = useCreateProduct(scope)
  const update = useUpdateProduct(scope)
  const contractForm = useContractForm(productForm, {
    initialValues: toProductValues(product),
    errorFields: { CATEGORY_NOT_FOUND: 'categories', LINK_NOT_FOUND: 'urls' },
    send: async (draft) => {
      const saved =
        product === undefined ? await creation.mutateAsync(draft) : await update.mutateAsync({ productId: product.product_id, draft })
      const values = toProductValues(saved)
      contractForm.form.setInitialValues(values)
      contractForm.form.setValues(values)
      if (product === undefined) onCreated?.(saved)
    },
    onError: (error) =>
      void showErrorToast(error, { fallback: product === undefined ? productMessages.createFailed : productMessages.updateFailed }),
  })

  return { ...contractForm, hasChanges: contractForm.form.isDirty() }
}
