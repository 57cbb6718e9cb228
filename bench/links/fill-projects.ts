import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'

export interface FilledProject {
  organizationId: string
  projectId: string
  linkCount: number
}

/** This word is in five links of the measured project and in a tenth of the links of all other projects. */
export const rareWord = 'zanzibar'
/** A seventh of all links contain this word. */
export const commonWord = 'lantern'
export const commonLabel = 'Label 1'
/** One link in a thousand has this label. */
export const rareLabel = 'Rarely used'

const words = [commonWord, 'kettle', 'otter', 'violin', 'harbour', 'saddle', 'meadow']

/**
 * Fills the projects with links. Also adds organizations with 10,000 links each, `others` links in total. Connects as
 * the owner of the tables.
 */
export async function fillProjects(databaseUrl: string, projects: readonly FilledProject[], others: number): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    // Skips the triggers that register slugs and notify edges for each link, because they are not measured.
    await owner.query('set session_replication_role = replica')
    // Building the index at the end takes seconds; updating it for each link takes minutes.
    const index = await owner.query<{ made: string }>(`select pg_get_indexdef('links_search_idx'::regclass) as made`)
    await owner.query('drop index links_search_idx')
    for (const project of projects)
      await insertLinks(owner, project, (nth) => `case when ${nth} % 10000 = 77 then '${rareWord}-' else '' end`)
    for (let filled = 0; filled < others; filled += 10_000) {
      const { rows } = await owner.query<FilledProject>(
        `with made as (insert into organizations (id, name) values (gen_random_uuid(), 'Another') returning id)
         insert into projects (id, organization_id, name, description) select gen_random_uuid(), id, 'Another', '' from made
         returning id as "projectId", organization_id as "organizationId", 10000 as "linkCount"`,
      )
      for (const other of rows) await insertLinks(owner, other, (nth) => `case when ${nth} % 10 = 7 then '${rareWord}-' else '' end`)
    }
    await owner.query(index.rows[0]?.made ?? '')
    await owner.query('vacuum (analyze) links, labels')
  } finally {
    await owner.end()
  }
}

/** Adds a project to the organization. */
export async function addProject(databaseUrl: string, organizationId: string, linkCount: number): Promise<FilledProject> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string }>(
      `insert into projects (id, organization_id, name, description) values (gen_random_uuid(), $1, 'Large', '') returning id`,
      [organizationId],
    )
    return { organizationId, projectId: rows[0]?.id ?? '', linkCount }
  } finally {
    await owner.end()
  }
}

/** Stores one to five clicks of yesterday for every second link of a project. Returns how many links have clicks. */
export async function fillClicks(
  databaseUrl: string,
  clickhouse: ClickHouse,
  { organizationId, projectId }: FilledProject,
): Promise<number> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string }>('select id from links where project_id = $1 order by id', [projectId])
    const clicked = rows.filter((_, nth) => nth % 2 === 0)
    const scope = { organization_id: organizationId, project_id: projectId }
    const at = Date.now() - 86_400_000
    const values = clicked.flatMap(({ id: link_id }, nth) =>
      Array.from({ length: 1 + (nth % 5) }, (_, visitor) => ({ id: randomUUID(), at, ...scope, link_id, visitor: String(visitor) })),
    )
    await clickhouse.insert({ table: 'clicks', format: 'JSONEachRow', values })
    return clicked.length
  } finally {
    await owner.end()
  }
}

async function insertLinks(owner: pg.Client, project: FilledProject, rare: (nth: string) => string): Promise<void> {
  const ids = [project.organizationId, project.projectId]
  await owner.query(
    `insert into links (id, organization_id, project_id, slug, target, title, labels, is_pending, created_at)
     select gen_random_uuid(), $1::uuid, $2::uuid, left(translate(encode(sha256(($2::text || nth)::bytea), 'base64'), '+/', 'xy'), 12),
       'https://www.shop-' || nth % 40 || '.example/' || ${rare('nth')} || ($4::text[])[1 + nth % 7] || '-' || ($4::text[])[1 + nth / 7 % 7] || '/dp/' || md5($2::text || nth) || '?tag=mia-' || nth % 5,
       'Title of link ' || nth,
       array['Label ' || nth % 10] || case when nth % 1000 = 5 then array['${rareLabel}'] else '{}'::text[] end,
       false, date_trunc('milliseconds', now()) - nth * interval '1 minute'
     from generate_series(1, $3) as nth`,
    [...ids, project.linkCount, words],
  )
  await owner.query(
    `insert into labels (id, organization_id, project_id, name, created_at)
     select gen_random_uuid(), $1::uuid, $2::uuid, name, now() from unnest(array(select 'Label ' || nth from generate_series(0, 9) as nth) || '${rareLabel}'::text) as name`,
    ids,
  )
}
