import type { Integrations } from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { type ProjectContext, read } from '../access/index.ts'
import { selectIntegration } from './integration-table.ts'
import { toIntegration } from './to-integration.ts'

/** The defaults, without a time of saving, where nothing is saved. */
export async function getIntegration<R extends Retailer>(ctx: ProjectContext, retailer: R): Promise<Integrations[R]> {
  return toIntegration(retailer, await read(ctx, (tx) => selectIntegration(tx, ctx.project.id, retailer)))
}
