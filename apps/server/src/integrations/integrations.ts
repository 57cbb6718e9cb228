import { type IntegrationDrafts, type Integrations, makeAmazonTagsSchema } from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { fail, mutate, type ProjectContext, projectCall, read } from '../access/index.ts'
import { toAuditedIntegration, toIntegration, toStoredIntegration } from './integration-settings.ts'
import { deleteIntegrationRow, selectIntegration, upsertIntegration } from './integration-table.ts'

const calls = projectCall.integrations

export function integrationRoutes() {
  return {
    getAmazon: calls.getAmazon.handler(({ context }) => getIntegration(context.ctx, 'amazon')),
    saveAmazon: calls.saveAmazon.handler(({ context, input }) => saveIntegration(context.ctx, 'amazon', input.body)),
    deleteAmazon: calls.deleteAmazon.handler(({ context }) => deleteIntegration(context.ctx, 'amazon')),
    getEbay: calls.getEbay.handler(({ context }) => getIntegration(context.ctx, 'ebay')),
    saveEbay: calls.saveEbay.handler(({ context, input }) => saveIntegration(context.ctx, 'ebay', input.body)),
    deleteEbay: calls.deleteEbay.handler(({ context }) => deleteIntegration(context.ctx, 'ebay')),
    getAliexpress: calls.getAliexpress.handler(({ context }) => getIntegration(context.ctx, 'aliexpress')),
    saveAliexpress: calls.saveAliexpress.handler(({ context, input }) => saveIntegration(context.ctx, 'aliexpress', input.body)),
    deleteAliexpress: calls.deleteAliexpress.handler(({ context }) => deleteIntegration(context.ctx, 'aliexpress')),
  }
}

/** Returns the saved integration, or the defaults with `updated_at` null if nothing is saved. */
export async function getIntegration<R extends Retailer>(ctx: ProjectContext, retailer: R): Promise<Integrations[R]> {
  return toIntegration(retailer, await read(ctx, (tx) => selectIntegration(tx, ctx.project.id, retailer)))
}

/**
 * Saves the integration. Links use the new settings immediately, because a trigger notifies the edges. Stored
 * destinations do not change. Throws REQUEST_INVALID if the draft has a tag that Amazon can't have issued. A tag that
 * is already stored is always accepted.
 */
export function saveIntegration<R extends Retailer>(
  ctx: ProjectContext,
  retailer: R,
  draft: IntegrationDrafts[R],
): Promise<Integrations[R]> {
  return mutate(ctx, { action: 'integration.save', entity: 'integration', entityId: retailer }, async (tx, change) => {
    const before = await selectIntegration(tx, ctx.project.id, retailer)
    draftAssertionByRetailer[retailer](draft, toIntegration(retailer, before))
    const after = await upsertIntegration(tx, ctx, retailer, toStoredIntegration(retailer, draft))
    change.before = toAuditedIntegration(retailer, before)
    change.after = toAuditedIntegration(retailer, after)
    return toIntegration(retailer, after)
  })
}

/** Checks a draft against rules that depend on the stored integration. */
const draftAssertionByRetailer: { readonly [R in Retailer]: (draft: IntegrationDrafts[R], stored: Integrations[R]) => void } = {
  amazon: assertAmazonTags,
  ebay: () => {},
  aliexpress: () => {},
}

function assertAmazonTags(draft: object, stored: Integrations['amazon']): void {
  const issues = makeAmazonTagsSchema(stored)
    .safeParse(draft)
    .error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (issues !== undefined) fail('REQUEST_INVALID', { issues }, issues[0]?.message)
}

/** Deletes the integration. The project's links redirect without a tag immediately. Throws INTEGRATION_NOT_FOUND. */
export function deleteIntegration(ctx: ProjectContext, retailer: Retailer): Promise<void> {
  return mutate(ctx, { action: 'integration.delete', entity: 'integration', entityId: retailer }, async (tx, change) => {
    const row = (await deleteIntegrationRow(tx, ctx.project.id, retailer)) ?? fail('INTEGRATION_NOT_FOUND')
    change.before = toAuditedIntegration(retailer, row)
  })
}
