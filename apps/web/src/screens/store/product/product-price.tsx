import { type Link, type Product, toShopFacts } from '@linkshelf/contract'
import { useQueries } from '@tanstack/react-query'
import { linkQuery } from '../../../features/links/link-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { PriceFields } from '../../../features/products/form/price-fields.tsx'
import type { ProductForm } from '../../../features/products/form/use-product-form.ts'

interface ProductPriceProps {
  product: Product | undefined
  form: ProductForm
  /** The destination of a link that is created together with the product. */
  target: string | undefined
}

/** The price of a product. The shops of the product's links limit how long visitors see the price. */
export function ProductPrice({ product, form, target }: ProductPriceProps) {
  const links = useLinks(product?.urls ?? form.form.values.urls).map(toShopFacts)
  const shops = target === undefined ? links : [...links, { host: new URL(target).hostname }]
  return <PriceFields form={form} links={shops} />
}

/** Returns the links with these ids that are already loaded. */
export function useLinks(urlIds: readonly string[]): Link[] {
  const { scope } = useProject()
  return useQueries({
    queries: urlIds.map((urlId) => linkQuery(scope, urlId)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
}
