import { pinnedProductsPerProject } from '@linkshelf/contract'
import { DescribedSwitch } from '../../../ui/forms/checkbox.tsx'
import type { ProductForm } from './use-product-form.ts'

export function PinnedField({ form: { field } }: { form: ProductForm }) {
  return (
    <DescribedSwitch
      label="Pin to the top"
      description={`Shown before the others in your store and in its categories. Up to ${pinnedProductsPerProject} products.`}
      {...field('pinned', { type: 'checkbox' })}
    />
  )
}
