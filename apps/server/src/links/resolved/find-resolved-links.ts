import { sql } from 'kysely'
import { settingsOfProject } from '../../affiliates/index.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { affiliate } from './affiliate.ts'
import { type ResolvedLink, toResolvedLink } from './resolved-link.ts'

/** `gone`: the link was deleted, alone or with its project or organization. `invalid`: its destination is not an http(s) address. */
export type FoundLink = { kind: 'link'; link: ResolvedLink } | { kind: 'gone' } | { kind: 'invalid' }

const GONE = { kind: 'gone' } as const
const INVALID = { kind: 'invalid' } as const

interface LinkRow {
  slug: string
  id: string | null
  project_id: string | null
  organization_id: string | null
  revision: number | null
  target: string | null
  integrations: unknown
  is_deleted: boolean
}

/**
 * Many slugs in one query; slugs that were never taken are left out. `db` works as the visitors' role, which can select these columns and no others. Relies
 * on slugs_pkey, links_slug_key and integrations_pkey.
 */
export async function findResolvedLinks(db: Db, slugs: readonly string[]): Promise<Map<string, FoundLink>> {
  const { rows } = await sql<LinkRow>`
    select wanted.slug, links.id, links.project_id, links.organization_id, links.revision, links.target,
      case when links.is_affiliated then ${settingsOfProject(sql.ref('links.project_id'))} end as integrations, links.deleted_at is not null as is_deleted
    from unnest(${slugs}::text[]) as wanted (slug)
    join slugs on slugs.slug = wanted.slug
    left join links on links.slug = wanted.slug`.execute(db)
  return new Map(rows.map((row) => [row.slug, toFoundLink(row)]))
}

function toFoundLink(row: LinkRow): FoundLink {
  const { id: linkId, project_id: projectId, organization_id: organizationId, revision, target } = row
  if (row.is_deleted || linkId === null || projectId === null || organizationId === null || revision === null || target === null)
    return GONE
  const link = toResolvedLink({ linkId, projectId, organizationId, revision, ...affiliate(target, row.integrations) })
  return link === undefined ? INVALID : { kind: 'link', link }
}
