import type { ProductNumbers } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'

type FindNumbers<T> = (ctx: ProjectContext, timeZone: string, productIds: readonly string[]) => Promise<ReadonlyMap<string, T>>

/**
 * Queries that return clicks or earnings by product id, for the range of days that the organization may see. Products
 * without clicks or earnings can be missing from the result. The module that reads clicks implements both queries. They
 * query ClickHouse, so do not call them inside a transaction. Both throw ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
 */
export interface ProductNumberQueries {
  findTraffic: FindNumbers<Pick<ProductNumbers, 'clicks' | 'click_through'>>
  findEarned: FindNumbers<ProductNumbers['earned']>
}
