import pg from 'pg'

/** Links r000001, r000002 and so on of one project. Works as the owner of the tables. */
export async function fillLinks(databaseUrl: string, count: number): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query(
      `with organization as (insert into organizations (id, name) values (gen_random_uuid(), 'Bench') returning id),
         project as (insert into projects (id, organization_id, name, description) select gen_random_uuid(), id, 'Bench', '' from organization returning id, organization_id)
       insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
       select gen_random_uuid(), organization_id, project.id, 'r' || lpad(nth::text, 6, '0'), 'https://shop.example/lamp-' || nth || '?tag=mia-20', false, now()
       from project, generate_series(1, $1) as nth`,
      [count],
    )
    await owner.query('vacuum (analyze) links, slugs')
  } finally {
    await owner.end()
  }
}
