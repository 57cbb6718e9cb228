import { croppedRatios, type PictureLook, type Upload } from '@linkshelf/contract'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useProject } from '../../../features/organizations/selection.tsx'
import type { ProductForm } from '../../../features/products/form/use-product-form.ts'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { ImageField } from '../../../features/uploads/image-field.tsx'
import { useCan } from '../../../session/permissions.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'

/** The code is loaded lazily, because most forms have no picture at first, and some stores crop no pictures. */
const PictureFocus = createLazyComponent(() =>
  import('../../../features/products/form/picture-focus.tsx').then((module) => module.PictureFocus),
)

interface ProductPictureProps {
  form: ProductForm
  /**
   * The computed look of the picture in the form: its focus, its hue, and whether it is a cutout. Null if it is
   * unknown.
   */
  look: PictureLook | null
  onUploaded: (upload: Upload) => void
}

/** The picture of a product. If the store crops pictures, the user can also choose the part that stays visible. */
export function ProductPicture({ form: { form, field }, look, onUploaded }: ProductPictureProps) {
  const { scope } = useProject()
  const { data: store } = useQuery(storeQuery(scope))
  const canChange = useCan('products.patch')
  const { image_url: src, image_focus: focus } = form.values
  const ratio = store ? croppedRatios[store.picture_ratio] : undefined
  const imageField = field('image_url')
  return (
    <>
      <ImageField
        scope={scope}
        label="Image"
        description="Square pictures suit every layout. Without one, a placeholder is shown."
        {...imageField}
        value={src}
        onUploaded={onUploaded}
        onChange={(address) => {
          imageField.onChange(address)
          // The focus point belonged to the previous picture, so it is removed.
          form.setFieldValue('image_focus', null)
        }}
      />
      {ratio !== undefined && look?.cutout && (
        <Text size="sm" c="dimmed">
          The edge of this picture is empty, so your store shows it whole.
        </Text>
      )}
      {ratio !== undefined && !look?.cutout && canChange && URL.canParse(src) && (
        <ErrorBoundary fallback={() => <Text c="dimmed">The focus could not be loaded. Reload the page to see it.</Text>}>
          <Suspense fallback={<Skeleton height={340} />}>
            <PictureFocus
              key={src}
              src={src}
              ratio={ratio}
              focus={focus}
              look={look}
              onChange={(next) => form.setFieldValue('image_focus', next)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
