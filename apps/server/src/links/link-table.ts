// Every statement that touches one of `links`; link-page-table.ts and many-links-table.ts have those on several. A slug is unique per short
// domain, across all organizations, for ever.
import { type Generated, sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    links: {
      id: string
      organization_id: string
      project_id: string
      slug: string
      target: string
      title: string | null
      has_own_title: Generated<boolean>
      labels: Generated<string[]>
      brand_logo: Generated<string | null>
      is_archived: Generated<boolean>
      is_pending: Generated<boolean>
      created_at: Date
      deleted_at: Generated<Date | null>
      search_text: Generated<string>
    }
  }
}

export interface LinkRow {
  id: string
  slug: string
  target: string
  title: string | null
  labels: string[]
  brand_logo: string | null
  is_archived: boolean
  is_pending: boolean
  created_at: Date
}

export interface NewLink {
  id: string
  slug: string
  target: string
  title: string | null
  labels: string[]
  createdAt: Date
}

export const linkColumns = ['id', 'slug', 'target', 'title', 'labels', 'brand_logo', 'is_archived', 'is_pending', 'created_at'] as const

/** Nothing when the slug is already held, or was once. */
export function insertLink(tx: Tx, organizationId: string, projectId: string, link: NewLink): Promise<LinkRow | undefined> {
  return tx
    .insertInto('links')
    .values({
      id: link.id,
      organization_id: organizationId,
      project_id: projectId,
      slug: link.slug,
      target: link.target,
      title: link.title,
      has_own_title: link.title !== null,
      labels: link.labels,
      created_at: link.createdAt,
    })
    .onConflict((held) => held.column('slug').doNothing())
    .returning(linkColumns)
    .executeTakeFirst()
}

export function selectLink(tx: Tx, projectId: string, linkId: string): Promise<LinkRow | undefined> {
  return tx
    .selectFrom('links')
    .select(linkColumns)
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** As long as the transaction lasts nobody changes or deletes it. */
export async function lockLink(tx: Tx, projectId: string, linkId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function selectExistingLinkIds(tx: Tx, projectId: string, linkIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** What a look at the destination found; the owner's own title stays. Nothing happens when the destination changed meanwhile. */
export async function updateLookedAtLink(
  tx: Tx,
  projectId: string,
  linkId: string,
  target: string,
  pageTitle: string | null,
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ is_pending: false, title: sql<string | null>`case when has_own_title then title else ${pageTitle}::text end` })
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .where('target', '=', target)
    .where('deleted_at', 'is', null)
    .execute()
}

export interface LinkChange {
  target?: string
  labels?: string[]
  title?: string | null
  has_own_title?: boolean
  is_archived?: boolean
  is_pending?: boolean
}

export function updateLink(tx: Tx, projectId: string, linkId: string, change: LinkChange): Promise<LinkRow | undefined> {
  return tx
    .updateTable('links')
    .set(change)
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .where('deleted_at', 'is', null)
    .returning(linkColumns)
    .executeTakeFirst()
}

export async function countUnarchivedLinks(tx: Tx, projectId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('links')
    .select((links) => links.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('is_archived', '=', false)
    .executeTakeFirstOrThrow()
  return count
}
