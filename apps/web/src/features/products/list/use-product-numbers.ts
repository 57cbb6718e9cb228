import { type ProductNumbers, productsPageSize } from '@linkshelf/contract'
import { useQueries } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { productNumbersQuery } from '../../analytics/analytics-queries.ts'

/** Returns the numbers of listed products by their id; without those that are not known yet. Each page has one call. */
export function useProductNumbers(scope: ProjectScope, productIds: readonly string[]): ReadonlyMap<string, ProductNumbers> {
  const pageCount = Math.ceil(productIds.length / productsPageSize)
  const pages = Array.from({ length: pageCount }, (_, nth) => productIds.slice(nth * productsPageSize, (nth + 1) * productsPageSize))
  return useQueries({ queries: pages.map((ids) => productNumbersQuery(scope, ids)), combine })
}

/** The same function at each render, so that the map changes only with the answers. */
function combine(results: readonly { data: ProductNumbers[] | undefined }[]): ReadonlyMap<string, ProductNumbers> {
  return new Map(results.flatMap(({ data = [] }) => data.map((numbers) => [numbers.product_id, numbers] as const)))
}
