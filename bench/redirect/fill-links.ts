import pg from 'pg'

/** The slug of an additional link, which takes longer to parse than the numbered slugs. */
export const namedSlug = 'recommends/küche/lampe-1.0'

/**
 * Inserts a link with `namedSlug` and the links r000001, r000002 and so on of one project. Connects as the owner of the
 * tables.
 */
export async function fillLinks(databaseUrl: string, count: number): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query(
      `with organization as (insert into organizations (id, name) values (gen_random_uuid(), 'Bench') returning id),
         project as (insert into projects (id, organization_id, name, description) select gen_random_uuid(), id, 'Bench', '' from organization returning id, organization_id)
       insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
       select gen_random_uuid(), organization_id, project.id, case nth when 0 then $2 else 'r' || lpad(nth::text, 6, '0') end, 'https://shop.example/lamp-' || nth || '?tag=mia-20', false, now()
       from project, generate_series(0, $1) as nth`,
      [count, namedSlug],
    )
    await owner.query('vacuum (analyze) links, slugs')
  } finally {
    await owner.end()
  }
}
