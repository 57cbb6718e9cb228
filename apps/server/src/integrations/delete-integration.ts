import type { Retailer } from '@linkshelf/retailers'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { deleteIntegrationRow } from './integration-table.ts'
import { toAuditedIntegration } from './to-integration.ts'

/** Links of the project lead on without a tag at once. Throws INTEGRATION_NOT_FOUND. */
export function deleteIntegration(ctx: ProjectContext, retailer: Retailer): Promise<void> {
  return mutate(ctx, { action: 'integration.delete', entity: 'integration', entityId: retailer }, async (tx, change) => {
    const row = (await deleteIntegrationRow(tx, ctx.project.id, retailer)) ?? fail('INTEGRATION_NOT_FOUND')
    change.before = toAuditedIntegration(retailer, row)
  })
}
