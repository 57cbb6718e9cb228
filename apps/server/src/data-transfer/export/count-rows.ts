import { sql } from 'kysely'
import { type OrganizationContext, read } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { archiveTables } from '../format/archive-tables.ts'
import type { ArchiveSubject } from './archive-pages.ts'
import { countVisits } from './visit-pages.ts'

/** How many rows an archive will have; nearly, since the organization may change meanwhile. */
export async function countArchiveRows(deps: Pick<Deps, 'clickhouse'>, { ctx, projectIds }: ArchiveSubject): Promise<number> {
  return (await countVisits(deps, projectIds)) + (await countRows(ctx))
}

async function countRows(ctx: OrganizationContext): Promise<number> {
  const tables = ['audit_log', 'uploads', ...archiveTables.map(({ name }) => name)]
  const counts = tables.map((name) => sql`(select count(*) from ${sql.table(name)} where organization_id = ${ctx.organization.id})`)
  const { rows } = await read(ctx, (tx) => sql<{ count: number }>`select ${sql.join(counts, sql` + `)} as count`.execute(tx))
  return rows[0]?.count ?? 0
}
