import type { LinkId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { OrganizationContext } from '../../access/index.ts'
import { deleteUnusedDomains } from '../../domains/index.ts'
import { updateArchivedOrders } from '../../earnings/index.ts'
import { requestThumbnails } from '../../links/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { insertAliases, insertLinks } from './imported-links.ts'
import { adoptLinksOfHandles, insertCategories, insertEarlierSlugs, insertProducts, insertStores } from './imported-pages.ts'
import { type InsertDeps, insertRows, type RowsOfProject } from './insert-rows.ts'
import type { PlannedProject } from './plan-file.ts'

export async function insertImportedProject(tx: Tx, { organization }: OrganizationContext, project: PlannedProject): Promise<void> {
  const { created_at, ...values } = project
  await tx
    .insertInto('projects')
    .values({ ...values, organization_id: organization.id, created_at: new Date(created_at) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Inserts rows of one table. Returns notes about changed and skipped data. */
export async function insertImportedRows(tx: Tx, deps: InsertDeps, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  if (given.table.name === 'links') return insertLinks(tx, deps, ctx, given)
  if (given.table.name === 'link_aliases') return insertAliases(tx, deps, ctx, given)
  if (given.table.name === 'stores') return insertStores(tx, deps, ctx, given)
  if (given.table.name === 'categories') return insertCategories(tx, ctx, given)
  if (given.table.name === 'products') return insertProducts(tx, deps, ctx, given)
  if (given.table.name === 'page_slugs') return insertEarlierSlugs(tx, ctx, given)
  const inserted = await insertRows(tx, ctx, given)
  if (given.table.name === 'store_handles') await adoptLinksOfHandles(tx, deps, given)
  // Archives of earlier versions lack the number of shipped items. It depends on all rows of an item, so each file
  // computes it again, and the last file's result is final.
  if (given.table.name === 'earnings')
    await updateArchivedOrders(
      tx,
      given.projectId,
      given.rows.map(({ item_id }) => item_id),
    )
  if (given.table.name === 'featured_links') await requestImportedThumbnails(tx, ctx, given)
  const left = given.rows.length - inserted
  // A store's current handle is inserted with the store. An earlier handle can belong to another store here, so it is
  // skipped without a note.
  if (left === 0 || given.table.name === 'store_handles') return []
  return [
    `${given.table.name.replaceAll('_', ' ')}: ${left === 1 ? '1 row that names' : `${left} rows that name`} what is not in the archive, left out`,
  ]
}

/** Requests thumbnails for the pages of featured links, as if the owner had saved the store. */
async function requestImportedThumbnails(tx: Tx, ctx: OrganizationContext, { projectId, rows }: RowsOfProject): Promise<void> {
  const linkIds = rows.filter(({ has_thumbnail, image_url }) => has_thumbnail && image_url === null).map(({ link_id }) => link_id as LinkId)
  await requestThumbnails(tx, { organization: ctx.organization, project: { id: projectId }, now: ctx.now }, linkIds)
}

/**
 * Deletes the projects that an import created. Their store names become available again. Only another import into the
 * same organization can use their slugs. The deletion of a project also deletes its clicks.
 */
export async function deleteImportedProjects(
  tx: Tx,
  { organization }: OrganizationContext,
  projectIds: readonly ProjectId[],
): Promise<void> {
  if (projectIds.length === 0) return
  await sql`select release_imported_slugs(${projectIds}::uuid[])`.execute(tx)
  await tx.deleteFrom('store_handles').where('project_id', 'in', projectIds).execute()
  await tx.deleteFrom('projects').where('id', 'in', projectIds).execute()
  await deleteUnusedDomains(tx, organization.id)
}
