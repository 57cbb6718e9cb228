// Pages of `links`, newest first.
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type LinkRow, linkColumns } from './link-table.ts'
import type { PagePlace } from './page-cursor.ts'
import type { SoughtText } from './sought-text.ts'

export interface LinkFilter {
  isArchived: boolean
  /** In the spelling of the project. */
  label: string | undefined
  text: SoughtText | undefined
}

export interface PageBounds {
  after: PagePlace | undefined
  most: number
}

/** The rows behind a place, `most` of them at most. Relies on links_page_idx, and on links_search_idx where something is sought. */
export async function selectLinkPage(tx: Tx, projectId: string, filter: LinkFilter, { after, most }: PageBounds): Promise<LinkRow[]> {
  let rows = tx.selectFrom('links').select(linkColumns).where('project_id', '=', projectId)
  if (filter.label !== undefined || filter.text !== undefined) {
    const found = await findLinkIds(tx, projectId, filter, { after, most })
    if (found.length === 0) return []
    rows = rows.where('id', 'in', found)
  } else {
    rows = rows.where('is_archived', '=', filter.isArchived).where('deleted_at', 'is', null)
    if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`)
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most).execute()
}

async function findLinkIds(tx: Tx, projectId: string, { isArchived, label, text }: LinkFilter, bounds: PageBounds): Promise<string[]> {
  const contains = text && `%${escapeLike(text.part)}%`
  const slugStart = text?.slugStart === undefined ? null : `${escapeLike(text.slugStart)}%`
  const { rows } = await sql<{ ids: string[] }>`
    select find_links(
      ${projectId}, ${isArchived}, ${bounds.after?.createdAt ?? null}, ${bounds.after?.id ?? null},
      ${contains ?? null}, ${slugStart}, ${label ?? null}, ${bounds.most}) as ids`.execute(tx)
  return rows[0]?.ids ?? []
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
