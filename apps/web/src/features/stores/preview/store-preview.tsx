import { type Link, makeStoreHandle, type Store, type Thumbnail } from '@linkshelf/contract'
import { StorePage } from '@linkshelf/storefront'
import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import type { StoreValues } from '../settings/store-values.ts'
import { thumbnailsQuery } from '../store-queries.ts'
import classes from './preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'
import { type StoreContent, toPreviewStore } from './preview-store.ts'
import { useRenderedPage } from './use-rendered-page.ts'

const widths = { phone: 390, desktop: 1_280 } as const
const devices = [
  { name: 'phone', label: 'Phone' },
  { name: 'desktop', label: 'Desktop' },
] as const

/** Every key changes the settings. The page is rendered when they have not changed for this long. */
const renderAfterMs = 120

const noContent: Omit<StoreContent, 'thumbnails'> = { categories: [], products: [], links: [] }

interface StorePreviewProps {
  scope: ProjectScope
  saved: Store
  values: StoreValues
  /** The featured links that are already loaded. */
  featured: readonly Link[]
  hasProductPages: boolean
}

/** Shows the store page with the settings as typed. */
export function StorePreview({ scope, saved, values, featured, hasProductPages }: StorePreviewProps) {
  const [device, setDevice] = useState<keyof typeof widths>('phone')
  const { data, isPending } = useQuery(storeContentQuery(scope))
  const { data: thumbnails = noThumbnails } = useQuery(thumbnailsQuery(scope, saved.store_id))
  const [settled] = useDebouncedValue(values, renderAfterMs)
  const page = useMemo(() => {
    if (isPending) return undefined
    // The preview is mainly about the settings. It therefore appears even if the content can't be loaded.
    const { links, ...others } = data ?? noContent
    const content = { ...others, links: [...links, ...featured], thumbnails }
    const store = toPreviewStore({ saved, values: settled, content, hasStorePage: true, hasProductPages, now: new Date() })
    const origin = new URL(saved.store_linkshelf_url).origin
    return <StorePage store={store} origin={origin} categoryId={undefined} search="" page={1} />
  }, [saved, settled, featured, data, thumbnails, isPending, hasProductPages])
  const html = useRenderedPage(page)

  return (
    <section className={classes.preview} aria-label="Preview">
      <Segments label="Width of the preview" choices={devices} chosen={device} onChoose={setDevice} />
      <div className={classes.desk} data-device={device}>
        {html === undefined ? <Skeleton className={classes.screen} /> : <PreviewFrame html={html} pageWidthPx={widths[device]} />}
      </div>
      <StoreNames saved={saved} values={values} />
    </section>
  )
}

/** Says where visitors see each of the store's three names. An empty name is replaced by the name before it. */
function StoreNames({ saved, values }: Pick<StorePreviewProps, 'saved' | 'values'>) {
  const { origin, pathname } = new URL(saved.store_linkshelf_url)
  const name = values.name.trim() || saved.name
  const displayName = values.store_name.trim() || name
  const path = pathname === '/' ? '' : `/@${makeStoreHandle(name)}`
  return (
    <dl className={classes.names}>
      <dt>Store name</dt>
      <dd>
        <b>{stripScheme(origin + path)}</b> in the address
      </dd>
      <dt>Display name</dt>
      <dd>
        <b>{displayName}</b> on product pages and in shared links
      </dd>
      <dt>Page title</dt>
      <dd>
        <b>{values.title.trim() || displayName}</b> as heading and in the tab
      </dd>
    </dl>
  )
}

/** This constant is outside the component, because a new array would render the preview again. */
const noThumbnails: readonly Thumbnail[] = []

/** Maximum number of products in the preview. A real store page shows more. */
const maxProducts = 24

/** Returns the first categories, products and links of a store, for its preview. */
function storeContentQuery(scope: ProjectScope) {
  return queryOptions({
    // The key begins with the key of products, so that both are invalidated together.
    queryKey: [...api.products.key(), 'of store page', scope],
    queryFn: async ({ signal }): Promise<typeof noContent> => {
      const [categories, products, links] = await Promise.all([
        api.categories.list.call({ params: scope }, { signal }),
        api.products.list.call({ params: scope, query: { limit: maxProducts } }, { signal }),
        api.links.list.call({ params: scope, query: { limit: 100 } }, { signal }),
      ])
      return { categories, products: products.body, links: links.body }
    },
  })
}
