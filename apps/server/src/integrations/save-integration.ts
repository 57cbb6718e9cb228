import type { IntegrationDrafts, Integrations } from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { mutate, type ProjectContext } from '../access/index.ts'
import { selectIntegration, upsertIntegration } from './integration-table.ts'
import { toAuditedIntegration, toIntegration, toStored } from './to-integration.ts'

/**
 * Links of the project lead on with the new settings at once: a trigger tells the edges. No stored destination changes.
 */
export function saveIntegration<R extends Retailer>(
  ctx: ProjectContext,
  retailer: R,
  draft: IntegrationDrafts[R],
): Promise<Integrations[R]> {
  return mutate(ctx, { action: 'integration.save', entity: 'integration', entityId: retailer }, async (tx, change) => {
    const before = await selectIntegration(tx, ctx.project.id, retailer)
    const after = await upsertIntegration(tx, ctx, retailer, toStored(retailer, draft))
    Object.assign(change, { before: toAuditedIntegration(retailer, before), after: toAuditedIntegration(retailer, after) })
    return toIntegration(retailer, after)
  })
}
