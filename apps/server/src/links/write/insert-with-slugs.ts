import type { LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { insertLinks, type NewLink } from '../tables/link-table.ts'
import { generateSlug } from './slugs.ts'

/** A link to insert. If `slug` is undefined, a slug is generated. */
export type LinkToInsert = Omit<NewLink, 'slug'> & { slug: string | undefined }

/**
 * Inserts the links and returns them by id. If a chosen slug is taken, its link is not in the map. If a generated slug
 * is taken, another slug is generated. Slugs are not looked up before the insert, because another transaction could
 * take a slug in between. The unique index decides who owns a slug.
 */
export async function insertWithSlugs(
  tx: Tx,
  ctx: Pick<ProjectContext, 'organization' | 'project'>,
  links: readonly LinkToInsert[],
): Promise<ReadonlyMap<LinkId, LinkRow>> {
  const inserted = new Map<LinkId, LinkRow>()
  const insert = async (added: readonly NewLink[]) => {
    for (const row of await insertLinks(tx, ctx, added)) inserted.set(row.id, row)
  }
  await insert(links.flatMap(({ slug, ...link }) => (slug === undefined ? [] : [{ ...link, slug }])))
  const unnamed = links.filter(({ slug }) => slug === undefined)
  for (let attempt = 0; attempt < 5; attempt += 1)
    await insert(unnamed.flatMap((link) => (inserted.has(link.id) ? [] : [{ ...link, slug: generateSlug() }])))
  if (unnamed.some(({ id }) => !inserted.has(id))) throw new Error('Five generated slugs in a row were taken')
  return inserted
}
