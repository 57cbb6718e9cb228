import type { EarningRates, EarningRatesDraft } from '@linkshelf/contract'
import { mutate, type ProjectContext, read } from '../../access/index.ts'
import { deleteRates, selectRates, upsertRates } from './rate-table.ts'

export async function getRates(ctx: ProjectContext): Promise<EarningRates> {
  return (await read(ctx, (tx) => selectRates(tx, ctx.project.id))) ?? { currency: null, rates: [] }
}

/** A draft without rates removes them: there is nothing to convert. */
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
