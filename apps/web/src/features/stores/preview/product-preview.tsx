import { isAdLink, type Link, type Product, type Store } from '@linkshelf/contract'
import { tagUrl } from '@linkshelf/retailers'
import { ProductPage, StorePage } from '@linkshelf/storefront'
import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { useAffiliateSettings } from '../../links/affiliation/use-affiliation-states.ts'
import { toStoreValues } from '../settings/store-values.ts'
import classes from './preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'
import { toPreviewStore, toProductContent } from './preview-store.ts'
import { useRenderedPage } from './use-rendered-page.ts'

const phoneWidthPx = 390

interface ProductPreviewProps {
  scope: ProjectScope
  store: Store
  /** The product with the values typed into the form. It must be the same object until a value changes. */
  product: Product
  /** The links of the product that are already loaded. */
  links: readonly Link[]
  /** The destination of a link that will be created with the product. */
  target: string | undefined
  hasStorePage: boolean
  hasProductPages: boolean
}

/**
 * Shows the page of a product on a phone. If the organization has no product pages, shows the product's card in the
 * store.
 */
export function ProductPreview({ scope, store: saved, product, links, target, hasStorePage, hasProductPages }: ProductPreviewProps) {
  const settings = useAffiliateSettings(scope, { isNeeded: target !== undefined })
  const page = useMemo(() => {
    const added = target === undefined ? undefined : { target, ad: isAdLink({ destinations: [tagUrl(target, settings ?? {}).url] }) }
    const origin = new URL(saved.store_linkshelf_url).origin
    const content = toProductContent({ product, links, added, origin })
    const store = toPreviewStore({ saved, values: toStoreValues(saved), content, hasStorePage, hasProductPages, now: new Date() })
    const [previewed] = store.products
    if (hasProductPages && previewed !== undefined) return <ProductPage store={store} product={previewed} origin={origin} />
    return <StorePage store={store} origin={origin} categoryId={undefined} search="" page={1} />
  }, [saved, product, links, target, settings, hasStorePage, hasProductPages])
  const html = useRenderedPage(page)

  return (
    <div className={classes.preview}>
      <div className={classes.desk} data-device="phone">
        {html === undefined ? <Skeleton className={classes.screen} /> : <PreviewFrame html={html} pageWidthPx={phoneWidthPx} />}
      </div>
    </div>
  )
}
