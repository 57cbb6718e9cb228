import { type Product, type ProductAvailability, productForm, productMessages } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useCreateProduct, useUpdateProduct } from '../product-mutations.ts'

export type ProductForm = ReturnType<typeof useProductForm>

/** Returns the form of a product, or of a new one. */
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

interface AttributeRow {
  name: string
  value: string
}

/** The values of the form's fields. */
export interface ProductValues extends Record<string, unknown> {
  name: string
  description: string
  image_url: string
  product_url: string
  attributes: AttributeRow[]
  categories: string[]
  /** Ids of links for a new product. Those of an existing product are linked and unlinked one by one. */
  urls: string[]
  active: boolean
  availability: ProductAvailability
  show_from: string | null
  show_until: string | null
}

/** Returns the values of a product, or of a new one. */
function toProductValues(product: Product | undefined): ProductValues {
  return {
    name: product?.name ?? '',
    description: product?.description ?? '',
    image_url: product?.image_url ?? '',
    product_url: product?.product_url ?? '',
    attributes: Object.entries(product?.attributes ?? {}).map(([name, value]) => ({ name, value })),
    categories: [...(product?.categories ?? [])],
    urls: [],
    active: product?.active ?? true,
    availability: product?.availability ?? 'available',
    show_from: product?.show_from ?? null,
    show_until: product?.show_until ?? null,
  }
}
