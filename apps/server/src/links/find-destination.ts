import { sql } from 'kysely'
import type { Db } from '../platform/postgres/postgres.ts'

/** Where a slug leads, as the visitors' side knows it. Gone: the link was deleted, alone or with its project or organization. */
export type Destination = { kind: 'link'; linkId: string; projectId: string; organizationId: string; target: string } | { kind: 'gone' }

interface DestinationRow {
  slug: string
  id: string | null
  project_id: string | null
  organization_id: string | null
  target: string | null
  is_deleted: boolean
}

/**
 * Many slugs in one question; those that were never given out are left out. `db` works as the visitors' role, which sees these columns and no
 * others. Relies on slugs_pkey and links_slug_key.
 */
export async function findDestinations(db: Db, slugs: readonly string[]): Promise<Map<string, Destination>> {
  const { rows } = await sql<DestinationRow>`
    select asked.slug, links.id, links.project_id, links.organization_id, links.target, links.deleted_at is not null as is_deleted
    from unnest(${slugs}::text[]) as asked (slug)
    join slugs on slugs.slug = asked.slug
    left join links on links.slug = asked.slug`.execute(db)
  return new Map(rows.map((row) => [row.slug, toDestination(row)]))
}

function toDestination(row: DestinationRow): Destination {
  const { id, project_id: projectId, organization_id: organizationId, target } = row
  if (row.is_deleted || id === null || projectId === null || organizationId === null || target === null) return { kind: 'gone' }
  return { kind: 'link', linkId: id, projectId, organizationId, target }
}
