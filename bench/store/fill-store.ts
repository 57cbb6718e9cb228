import pg from 'pg'
import { toSlug } from '../known-links/fill-links.ts'

export interface FilledStore {
  handle: string
  productSlugs: string[]
}

/**
 * Inserts a store into the project of `fillLinks`, with this many products. Each product has two links: the first two
 * links that `fillLinks` inserts. Connects as the owner of the tables.
 */
export async function fillStore(databaseUrl: string, products: number): Promise<FilledStore> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `with store as (
         insert into stores (id, organization_id, project_id, name, handle, description, main_color, secondary_color, layout, is_active, created_at)
         select uuidv7(), organization_id, id, 'Bench', 'bench', 'Everything in one place', '#089b71', '#ebedef', 'grid', true, now() from projects
         returning id, organization_id, project_id
       )
       insert into store_handles (handle, organization_id, project_id, store_id) select 'bench', organization_id, project_id, id from store`,
    )
    const { rows } = await owner.query<{ id: string; slug: string }>(
      `insert into products (id, organization_id, project_id, name, slug, description, image_url, attributes, is_active, position, created_at)
       select uuidv7(), organization_id, id, 'Lamp ' || nth || ' with a brass foot', 'lamp-' || nth || '-with-a-brass-foot', md5(nth::text) || ' Warm light for a desk or a bed, dimmable in four steps. ' || md5(nth::text || 'x'),
         'https://pictures.example/' || nth || '.jpg', '{"Brand":"Luma","Price":"49.90 EUR"}', true, nth, now()
       from projects, generate_series(1, $1::integer) as nth order by nth returning id, slug`,
      [products],
    )
    const productIds = rows.map(({ id }) => id)
    await owner.query(
      `insert into product_links (organization_id, project_id, product_id, link_id, rank)
       select links.organization_id, links.project_id, product.id, links.id, rank
       from unnest($1::uuid[]) with ordinality as product (id, nth), generate_series(0, 1) as rank
       join lateral (select * from links where slug = any($2::text[])) as links on true
       where links.slug = ($2::text[])[1 + rank]`,
      [productIds, [toSlug(1), toSlug(2)]],
    )
    return { handle: 'bench', productSlugs: rows.map(({ slug }) => slug) }
  } finally {
    await owner.end()
  }
}
