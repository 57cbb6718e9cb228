// Pages of `links`, newest first.
import type { LinkId, LinkProblem, ProjectId } from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
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
  target: string | undefined
  health: LinkProblem | undefined
}

export interface PageBounds {
  after: LinkPosition | undefined
  limit: number
}

/**
 * At most `limit` rows after a cursor. Relies on links_page_idx, on links_search_idx for a search term, on links_target_idx for a destination, and on
 * link_checks_problem_idx for links with a problem. The last two find few links, so each of them is compared with the other filters.
 */
export async function selectLinkPage(tx: Tx, projectId: ProjectId, filter: LinkFilter, { after, limit }: PageBounds): Promise<LinkRow[]> {
  let rows = tx.selectFrom('links').select(linkColumns).where('project_id', '=', projectId)
  const { target } = filter
  if (filter.health === undefined && target === undefined && (filter.label !== undefined || filter.term !== undefined)) {
    const found = await findLinkIds(tx, projectId, filter, { after, limit })
    if (found.length === 0) return []
    rows = rows.where('id', 'in', found)
  } else {
    rows = rows.where('is_archived', '=', filter.isArchived).where('deleted_at', 'is', null)
    if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`)
    if (filter.health !== undefined) rows = rows.where(hasProblem(projectId, filter.health))
    if (target !== undefined) rows = rows.where('target', '=', target)
    rows = rows.where(matches(filter))
  }
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

function hasProblem(projectId: ProjectId, problem: LinkProblem): RawBuilder<boolean> {
  return sql`id in (select link_id from link_checks where project_id = ${projectId} and status = ${problem})`
}

function matches({ label, term }: LinkFilter): RawBuilder<boolean> {
  const { contains, slugStart } = patternsOf(term)
  return sql`(${label ?? null}::text is null or ${label ?? null} = any (labels))
    and (${contains}::text is null or search_text like ${contains} or search_text like ${slugStart})`
}

function patternsOf(term: LinkSearchTerm | undefined): { contains: string | null; slugStart: string | null } {
  return {
    contains: term ? `%${escapeLike(term.part)}%` : null,
    slugStart: term?.slugStart === undefined ? null : `${escapeLike(term.slugStart)}%`,
  }
}

async function findLinkIds(tx: Tx, projectId: ProjectId, { isArchived, label, term }: LinkFilter, bounds: PageBounds): Promise<LinkId[]> {
  const { contains, slugStart } = patternsOf(term)
  const { rows } = await sql<{ ids: LinkId[] }>`
    select find_links(
      ${projectId}, ${isArchived}, ${bounds.after?.createdAt ?? null}, ${bounds.after?.id ?? null},
      ${contains}, ${slugStart}, ${label ?? null}, ${bounds.limit}) as ids`.execute(tx)
  return rows[0]?.ids ?? []
}
