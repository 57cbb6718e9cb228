// Pages of `links`, newest first.
import type { LinkId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { escapeLike } from '../../platform/postgres/escape-like.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type LinkRow, linkColumns } from '../link-table.ts'
import type { LinkSearchTerm } from './link-search-term.ts'
import type { LinkPosition } from './page-cursor.ts'

export interface LinkFilter {
  isArchived: boolean
  /** In the project's spelling. */
  label: string | undefined
  term: LinkSearchTerm | undefined
}

export interface PageBounds {
  after: LinkPosition | undefined
  limit: number
}

/** At most `limit` rows after a cursor. Relies on links_page_idx, and on links_search_idx for a search term. */
export async function selectLinkPage(tx: Tx, projectId: ProjectId, filter: LinkFilter, { after, limit }: PageBounds): Promise<LinkRow[]> {
  let rows = tx.selectFrom('links').select(linkColumns).where('project_id', '=', projectId)
  if (filter.label !== undefined || filter.term !== undefined) {
    const found = await findLinkIds(tx, projectId, filter, { after, limit })
    if (found.length === 0) return []
    rows = rows.where('id', 'in', found)
  } else {
    rows = rows.where('is_archived', '=', filter.isArchived).where('deleted_at', 'is', null)
    if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`)
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

async function findLinkIds(tx: Tx, projectId: ProjectId, { isArchived, label, term }: LinkFilter, bounds: PageBounds): Promise<LinkId[]> {
  const contains = term && `%${escapeLike(term.part)}%`
  const slugStart = term?.slugStart === undefined ? null : `${escapeLike(term.slugStart)}%`
  const { rows } = await sql<{ ids: LinkId[] }>`
    select find_links(
      ${projectId}, ${isArchived}, ${bounds.after?.createdAt ?? null}, ${bounds.after?.id ?? null},
      ${contains ?? null}, ${slugStart}, ${label ?? null}, ${bounds.limit}) as ids`.execute(tx)
  return rows[0]?.ids ?? []
}
