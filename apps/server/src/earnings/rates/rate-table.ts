// Every statement on `earning_rates`.
import type { EarningRatesDraft, OrganizationId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    earning_rates: EarningRatesDraft & { project_id: ProjectId; organization_id: OrganizationId }
  }
}

export function selectRates(tx: Tx, projectId: ProjectId): Promise<EarningRatesDraft | undefined> {
  return tx.selectFrom('earning_rates').select(['currency', 'rates']).where('project_id', '=', projectId).executeTakeFirst()
}

export async function upsertRates(
  tx: Tx,
  { organization, project }: ProjectContext,
  { currency, rates }: EarningRatesDraft,
): Promise<void> {
  const values = { currency, rates: sql<EarningRatesDraft['rates']>`${JSON.stringify(rates)}::json` }
  await tx
    .insertInto('earning_rates')
    .values({ ...values, project_id: project.id, organization_id: organization.id })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
}

export async function deleteRates(tx: Tx, projectId: ProjectId): Promise<void> {
  await tx.deleteFrom('earning_rates').where('project_id', '=', projectId).execute()
}
