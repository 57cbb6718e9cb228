import { productDescriptionMaxLength, productNameMaxLength } from '@linkshelf/contract'
import { Textarea, TextInput } from '@mantine/core'
import { FormSection } from './form-section.tsx'
import classes from './product-form.module.css'
import type { ProductForm } from './use-product-form.ts'

/** `image` is the field of the picture. */
export function BasicSection({ form: { field }, image }: { form: ProductForm; image: React.ReactNode }) {
  return (
    <FormSection title="Basic Information">
      <TextInput label="Name" required autoComplete="off" maxLength={productNameMaxLength} {...field('name')} />
      <Textarea
        label="Description"
        rows={4}
        classNames={{ input: classes.text }}
        maxLength={productDescriptionMaxLength}
        {...field('description')}
      />
      {image}
    </FormSection>
  )
}
