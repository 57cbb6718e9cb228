import type { AuditAction, LinkId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { selectAuditedIds } from '../../access/index.ts'
import type { ImportedThings } from '../../file-imports/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { selectLinkTitles } from '../tables/bulk-link-table.ts'
import { deleteLockedLinks } from '../write/delete-link.ts'

/** Whether entries of an action mean that somebody changed the links that they are about. */
const isChange: Record<Extract<AuditAction, `link.${string}`>, boolean> = {
  'link.update': true,
  'link.add_alias': true,
  'link.release_alias': true,
  'link.archive': true,
  'link.unarchive': true,
  'link.bulk_update': true,
  'link.create': false,
  'link.bulk_create': false,
  'link.delete': false,
  'link.bulk_delete': false,
  'link.restore': false,
  'link.erase': false,
  'link.check_page': false,
  'link.request_check': false,
  'link.bulk_request_check': false,
  'link.request_following': false,
  'link.follow': false,
  'link.change_health': false,
  'link.announce_broken': false,
  'link.fetch_thumbnail': false,
}

const changes: readonly AuditAction[] = [
  ...(Object.keys(isChange) as (keyof typeof isChange)[]).filter((action) => isChange[action]),
  ...(['qr_code.update', 'amazon_migration.migrate_links', 'amazon_migration.restore_links'] as const),
]

/** The links that an import of links or products created. */
export const importedLinks: ImportedThings = {
  kind: 'link',

  async examine(tx, { organization, project }, given, { deletedProducts, isLocking }) {
    const links = await selectLinkTitles(tx, project.id, given as readonly LinkId[], { isLocking })
    const ids = links.map(({ id }) => id)
    const changed = await selectAuditedIds(tx, organization.id, { ids, actions: changes })
    const used = await selectUsedLinkIds(tx, ids, deletedProducts)
    return links.map(({ id, title, slug }) => ({
      id,
      name: title || slug,
      reason: changed.has(id) ? 'changed' : used.has(id) ? 'used' : undefined,
    }))
  },

  async delete(tx, ctx, ids, change) {
    await deleteLockedLinks(tx, ctx, [...ids] as LinkId[], change)
  },

  // The short names of the import's deleted links can be used by a later import into the project.
  async release(tx, ids) {
    await sql`select release_slugs_of_links(${ids}::uuid[])`.execute(tx)
  },
}

/**
 * Returns the given links that are on a store page, or that a product has which is not among the given products. Relies
 * on product_links_link_id_idx and featured_links_link_id_idx.
 */
async function selectUsedLinkIds(tx: Tx, linkIds: readonly LinkId[], exceptProducts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ link_id: string }>`
    select link_id from product_links where link_id = any (${linkIds}::uuid[]) and product_id <> all (${exceptProducts}::uuid[])
    union select link_id from featured_links where link_id = any (${linkIds}::uuid[])`.execute(tx)
  return new Set(rows.map(({ link_id }) => link_id))
}
