// Inserts rows of an archive unchanged, except that references to other projects are removed. The module `links`
// inserts links.
import type { ProjectId } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationContext } from '../../access/index.ts'
import type { CoreDeps, OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { ArchiveTable } from '../format/archive-columns.ts'
import type { TableRow } from './parse-rows.ts'

export interface RowsOfProject {
  projectId: ProjectId
  table: ArchiveTable
  rows: TableRow[]
}

export interface InsertDeps extends Pick<CoreDeps, 'ids'>, Pick<OriginDeps, 'origins'> {
  /** The public origin of the exporting instance. */
  linksUrl: string
}

/**
 * Inserts rows of a table. Returns how many rows were inserted. A row is skipped if it already exists or refers to
 * something that the project does not have.
 */
export async function insertRows(
  tx: Tx,
  { organization }: OrganizationContext,
  { projectId, table, rows }: RowsOfProject,
): Promise<number> {
  if (rows.length === 0) return 0
  const columns = Object.entries(table.columns)
  const selectOwnId = (name: string, of: string) =>
    sql`(select id from ${sql.table(of)} where id = given.${sql.ref(name)} and project_id = ${projectId})`
  // In earlier versions, an owner could change the destination of a page's short URL. Such a link is imported as an
  // ordinary link.
  const ownShortLink = sql`(select id from links where id = given.short_link_id and project_id = ${projectId} and page_id = given.id)`
  const values = columns.map(([name, { of, isOptional }]) => {
    if (name === 'short_link_id') return ownShortLink
    if (name === 'domain') return sql`given.domain_id`
    return of !== undefined && isOptional ? selectOwnId(name, of) : sql`given.${sql.ref(name)}`
  })
  const conditions: RawBuilder<unknown>[] = [sql`exists (select from projects where id = ${projectId})`]
  for (const [name, { of, isOptional = false }] of columns)
    if (of !== undefined && !isOptional) conditions.push(sql`${selectOwnId(name, of)} is not null`)
  if (table.name === 'page_slugs')
    conditions.push(sql`num_nonnulls(${selectOwnId('product_id', 'products')}, ${selectOwnId('category_id', 'categories')}) = 1`)
  const names = columns.map(([name]) => sql.ref(name === 'domain' ? 'domain_id' : name))
  const { rows: inserted } = await sql<object>`
    insert into ${sql.table(table.name)} (organization_id, project_id, ${sql.join(names)})
    select ${organization.id}, ${projectId}, ${sql.join(values)}
    from json_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(rows)}::json) as given
    where ${sql.join(conditions, sql` and `)}
    on conflict do nothing returning 1 as inserted`.execute(tx)
  return inserted.length
}

export async function selectPresentIds(
  tx: Tx,
  table: 'links' | 'link_aliases',
  { projectId, rows }: { projectId: ProjectId; rows: readonly TableRow[] },
): Promise<string[]> {
  const ids = rows.map(({ id }) => String(id))
  const { rows: present } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where project_id = ${projectId} and id = any (${ids}::uuid[])`.execute(tx)
  return present.map(({ id }) => id)
}
