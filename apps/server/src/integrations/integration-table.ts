// Every statement on `integrations`, except the query by which edges read settings together with links. The table has
// one row per project and retailer.
import type { OrganizationId, ProjectId } from '@linkshelf/contract'
import type { Retailer } from '@linkshelf/retailers'
import { type JSONColumnType, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../access/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    integrations: {
      organization_id: OrganizationId
      project_id: ProjectId
      retailer: Retailer
      account_id: string
      settings: JSONColumnType<object>
      updated_at: Date
    }
  }
}

const columns = ['account_id', 'settings', 'updated_at'] as const

export type IntegrationRow = Pick<Selectable<Tables['integrations']>, (typeof columns)[number]>

export function selectIntegration(tx: Tx, projectId: ProjectId, retailer: Retailer): Promise<IntegrationRow | undefined> {
  return tx
    .selectFrom('integrations')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('retailer', '=', retailer)
    .executeTakeFirst()
}

/** Inserts or replaces the integration. If two saves run at once, the later save wins. */
export function upsertIntegration(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  retailer: Retailer,
  { accountId, settings }: { accountId: string; settings: object },
): Promise<IntegrationRow> {
  const values = { account_id: accountId, settings: JSON.stringify(settings), updated_at: now }
  return tx
    .insertInto('integrations')
    .values({ organization_id: organization.id, project_id: project.id, retailer, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'retailer']).doUpdateSet(values))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns the deleted row, or undefined if there was none. */
export function deleteIntegrationRow(tx: Tx, projectId: ProjectId, retailer: Retailer): Promise<IntegrationRow | undefined> {
  return tx
    .deleteFrom('integrations')
    .where('project_id', '=', projectId)
    .where('retailer', '=', retailer)
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Selects the settings of a project by retailer, as a JSON object. Null if the project has no integrations. The
 * database account of edges can select only the columns that this query reads.
 */
export const createSettingsSubquery = (projectId: RawBuilder<unknown>) => sql<unknown>`(
  select json_object_agg(retailer, settings) from integrations where integrations.project_id = ${projectId})`

/** Returns the settings of a project by retailer, as a JSON object. Null if the project has no integrations. */
export async function selectIntegrationSettings(tx: Tx, projectId: ProjectId): Promise<unknown> {
  const { rows } = await sql<{ settings: unknown }>`select ${createSettingsSubquery(sql`${projectId}::uuid` as never)} as settings`.execute(
    tx,
  )
  return rows[0]?.settings
}
