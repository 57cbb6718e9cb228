import type { ProductNumbers } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'

type FindNumbers<T> = (ctx: ProjectContext, timeZone: string, productIds: readonly string[]) => Promise<ReadonlyMap<string, T>>

/**
 * Returns numbers of products in the organization's window of days, by their id; products without any may be left out.
 * The module that reads clicks implements both. They query another system, so no transaction may wait for them. Each
 * throws ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
 */
export interface ProductNumberQueries {
  findTraffic: FindNumbers<Pick<ProductNumbers, 'clicks' | 'click_through'>>
  findEarned: FindNumbers<ProductNumbers['earned']>
}
