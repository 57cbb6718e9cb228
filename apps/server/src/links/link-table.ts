// Every statement that touches `links` is here. A slug is unique per short domain, across all organizations, for ever.
import type { LinkQuery } from '@linkshelf/contract'
import { type Generated, sql } from 'kysely'
import type { Tx } from '../platform/postgres.ts'
import type { PagePlace } from './page-cursor.ts'

declare module '../platform/postgres.ts' {
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

const linkColumns = ['id', 'slug', 'target', 'title', 'labels', 'brand_logo', 'is_archived', 'is_pending', 'created_at'] as const

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

/** One more than `limit` rows, newest first, so that the caller sees whether there is a next page. Relies on links_page_idx. */
export function selectLinkPage(tx: Tx, projectId: string, query: LinkQuery, after: PagePlace | undefined): Promise<LinkRow[]> {
  let rows = tx
    .selectFrom('links')
    .select(linkColumns)
    .where('project_id', '=', projectId)
    .where('is_archived', '=', query.archived)
    .where('deleted_at', 'is', null)
  if (query.search) rows = rows.where('search_text', 'like', `%${escapeLike(query.search.toLowerCase())}%`)
  if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`)
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute()
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
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

/** Leaves the slug, so that it is answered with "gone" and never given out again, and nothing else. */
export async function emptyLink(tx: Tx, projectId: string, linkId: string, deletedAt: Date): Promise<boolean> {
  const emptied = await tx
    .updateTable('links')
    .set({ deleted_at: deletedAt, target: '', title: null, labels: [], brand_logo: null, is_pending: false })
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return emptied.numUpdatedRows === 1n
}

export async function archiveEveryLink(tx: Tx, projectId: string): Promise<void> {
  await tx
    .updateTable('links')
    .set({ is_archived: true })
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('is_archived', '=', false)
    .execute()
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
