import type { EarningRates, EarningRatesDraft, OrganizationId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { mutate, type ProjectContext, read } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

export async function getRates(ctx: ProjectContext): Promise<EarningRates> {
  return (await read(ctx, (tx) => selectRates(tx, ctx.project.id))) ?? { currency: null, rates: [] }
}

/**
 * Replaces the project's exchange rates. If the draft has no rates, removes the stored rates, because there is nothing
 * to convert.
 */
export function updateRates(ctx: ProjectContext, draft: EarningRatesDraft): Promise<EarningRates> {
  const { project } = ctx
  return mutate(ctx, { action: 'earnings.update_rates', entity: 'earnings', entityId: project.id }, async (tx, change) => {
    change.before = await selectRates(tx, project.id)
    if (draft.rates.length === 0) {
      await deleteRates(tx, project.id)
      return { currency: null, rates: [] }
    }
    await upsertRates(tx, ctx, draft)
    change.after = draft
    return draft
  })
}

// Every statement on `earning_rates`.

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    earning_rates: EarningRatesDraft & { project_id: ProjectId; organization_id: OrganizationId }
  }
}

export function selectRates(tx: Tx, projectId: ProjectId): Promise<EarningRatesDraft | undefined> {
  return tx.selectFrom('earning_rates').select(['currency', 'rates']).where('project_id', '=', projectId).executeTakeFirst()
}

async function upsertRates(tx: Tx, { organization, project }: ProjectContext, { currency, rates }: EarningRatesDraft): Promise<void> {
  const values = { currency, rates: sql<EarningRatesDraft['rates']>`${JSON.stringify(rates)}::json` }
  await tx
    .insertInto('earning_rates')
    .values({ ...values, project_id: project.id, organization_id: organization.id })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
}

async function deleteRates(tx: Tx, projectId: ProjectId): Promise<void> {
  await tx.deleteFrom('earning_rates').where('project_id', '=', projectId).execute()
}
