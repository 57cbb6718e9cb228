import type { ProductNumbers } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'

type FindNumbers<T> = (ctx: ProjectContext, timeZone: string, productIds: readonly string[]) => Promise<ReadonlyMap<string, T>>

/**
 * Returns numbers of products by id, in the organization's range of days. Products without numbers can be omitted. The
 * module that reads clicks implements both queries. They query ClickHouse, so do not call them inside a transaction.
 * Both throw ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
 */
export interface ProductNumberQueries {
  findTraffic: FindNumbers<Pick<ProductNumbers, 'clicks' | 'click_through'>>
  findEarned: FindNumbers<ProductNumbers['earned']>
}
