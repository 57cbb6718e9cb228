import type { ProjectId } from '@linkshelf/contract'
import type pg from 'pg'
import { type NamedPage, toFreeSlugs } from './free-slugs.ts'

/** A page whose slug is still its id. */
type UnnamedPage = NamedPage & { id: string }

/**
 * Replaces each slug that is still an id with a slug that is derived from the page's name. After an upgrade, products
 * and categories can have such slugs. Categories come first, then products, each in the order of creation. Each project
 * has its own transaction. `owner` is a connection of the account that owns the tables. Relies on products_unnamed_idx
 * and categories_unnamed_idx.
 */
export async function namePages(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ project_id: ProjectId }>(`
    select project_id from products where slug = id::text
    union select project_id from categories where slug = id::text order by project_id`)
  for (const { project_id: projectId } of rows) await nameProject(owner, projectId)
}

async function nameProject(owner: pg.ClientBase, projectId: ProjectId): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`page-slugs:${projectId}`])
    const { rows: taken } = await owner.query<{ slug: string }>('select slug from page_slugs where project_id = $1', [projectId])
    const { rows: pages } = await owner.query<UnnamedPage>(
      `select 'category' as kind, id, name from categories where project_id = $1 and slug = id::text
      union all select 'product', id, name from products where project_id = $1 and slug = id::text order by kind, id`,
      [projectId],
    )
    const slugs = toFreeSlugs(pages, new Set(taken.map(({ slug }) => slug)))
    for (const [kind, table] of [['category', 'categories'] as const, ['product', 'products'] as const]) {
      const named = pages.flatMap((page, nth) => (page.kind === kind ? [{ id: page.id, slug: slugs[nth] }] : []))
      await owner.query(
        `update ${table} set slug = given.slug from json_to_recordset($1::json) as given (id uuid, slug text)
        where ${table}.id = given.id and ${table}.project_id = $2 and ${table}.slug = ${table}.id::text`,
        [JSON.stringify(named), projectId],
      )
    }
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
