import { sql } from 'kysely'
import type { Db } from '../platform/postgres.ts'

/** Where a slug leads, as the visitors' side knows it. Gone: the link was deleted, alone or with its project or organization. */
export type Destination = { kind: 'link'; linkId: string; projectId: string; organizationId: string; target: string } | { kind: 'gone' }

/** Undefined for a slug that was never given out. `db` works as the visitors' role, which sees these columns and no others. */
export async function findDestination(db: Db, slug: string): Promise<Destination | undefined> {
  return (await findDestinations(db, [slug])).get(slug)
}

interface DestinationRow {
  slug: string
  id: string | null
  project_id: string | null
  organization_id: string | null
  target: string | null
  is_deleted: boolean
}

/** As `findDestination`, for many slugs in one question. Relies on links_slug_key and retired_slugs_pkey. */
export async function findDestinations(db: Db, slugs: readonly string[]): Promise<Map<string, Destination>> {
  const { rows } = await sql<DestinationRow>`
    select asked.slug, links.id, links.project_id, links.organization_id, links.target, links.deleted_at is not null as is_deleted
    from unnest(${slugs}::text[]) as asked (slug)
    left join links on links.slug = asked.slug
    left join retired_slugs on retired_slugs.slug = asked.slug
    where links.id is not null or retired_slugs.slug is not null`.execute(db)
  return new Map(rows.map((row) => [row.slug, toDestination(row)]))
}

function toDestination(row: DestinationRow): Destination {
  const { id, project_id: projectId, organization_id: organizationId, target } = row
  if (row.is_deleted || id === null || projectId === null || organizationId === null || target === null) return { kind: 'gone' }
  return { kind: 'link', linkId: id, projectId, organizationId, target }
}
