import pg from 'pg'

const bulkLinksMax = 500_000

export function toSlug(nth: number): string {
  return `k${String(nth).padStart(8, '0')}`
}

/**
 * Inserts the links 1 to `count` of one project, with the slugs of `toSlug`. If the database has some of these links
 * from an earlier run, continues after them. Connects as the owner of the tables. Does not fill columns that no lookup
 * reads.
 */
export async function fillLinks(databaseUrl: string, count: number): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    // Disables the triggers that register slugs and notify edges, because they are not part of the measurement.
    await owner.query('set session_replication_role = replica')
    await owner.query('set synchronous_commit = off')
    await owner.query('drop index if exists links_search_idx, links_page_idx')
    const { rows: lastLinks } = await owner.query<{ slug: string | null }>('select max(slug) as slug from links')
    const filledBefore = Number(lastLinks[0]?.slug?.slice(1) ?? 0)
    if (filledBefore >= count) return
    const { rows } = await owner.query<{ id: string; organization_id: string }>(
      `with made as (insert into organizations (id, name) values (uuidv7(), 'Bench') returning id)
       insert into projects (id, organization_id, name, description) select uuidv7(), id, 'Bench', '' from made returning id, organization_id`,
    )
    for (let filled = filledBefore; filled < count; filled += bulkLinksMax) {
      const nths = `generate_series($1::integer, $2::integer) as nth`
      const slug = `'k' || lpad(nth::text, 8, '0')`
      const range = [filled + 1, Math.min(count, filled + bulkLinksMax)]
      await owner.query(`insert into slugs select ${slug} from ${nths} on conflict do nothing`, range)
      await owner.query(
        `insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
         select uuidv7(), $3, $4, ${slug}, 'https://www.shop-' || nth % 40 || '.example/dp/' || md5(nth::text) || '?tag=mia-20', false, now() from ${nths}`,
        [...range, rows[0]?.organization_id, rows[0]?.id],
      )
    }
    await owner.query('vacuum (analyze) links, slugs')
    await owner.query('checkpoint')
  } finally {
    await owner.end()
  }
}
