import type { ProductNumbers } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'

/**
 * Returns the numbers of these products in the organization's window of days, by their id; products without any may be
 * left out. The module that reads clicks implements it. It asks another system, so no transaction may wait for it.
 * Throws ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
 */
export type FindProductNumbers = (
  ctx: ProjectContext,
  timeZone: string,
  productIds: readonly string[],
) => Promise<ReadonlyMap<string, ProductNumbers>>
