import type { Link, LinkQuery } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import { selectLabelName } from '../../labels/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { LinkRow } from '../link-table.ts'
import { toLink } from '../to-link.ts'
import { type PageBounds, selectLinkPage } from './link-page-table.ts'
import { toLinkSearchTerm } from './link-search-term.ts'
import { linkCursor } from './page-cursor.ts'

export interface LinkPage {
  links: Link[]
  /** The cursor of the next page; undefined on the last. */
  nextCursor: string | undefined
}

/** Newest first. Throws REQUEST_INVALID for a cursor that `listLinks` did not return. */
export async function listLinks(
  deps: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { cursor, limit, ...filter }: LinkQuery,
): Promise<LinkPage> {
  const after = cursor === undefined ? undefined : (linkCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  // One row more than the page has: there is a next page.
  const rows = await selectRows(deps, ctx, filter, { after, limit: limit + 1 })

  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    links: page.map((row) => toLink(row, deps.origins)),
    nextCursor: rows.length > limit && last ? linkCursor.encode({ createdAt: last.created_at, id: last.id }) : undefined,
  }
}

function selectRows(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { archived, label, search, health, target }: Omit<LinkQuery, 'limit' | 'cursor'>,
  bounds: PageBounds,
): Promise<LinkRow[]> {
  const { project } = ctx
  return read(ctx, async (tx) => {
    const spelling = label === undefined ? undefined : await selectLabelName(tx, project.id, label)
    if (label !== undefined && spelling === undefined) return []
    const term = search ? toLinkSearchTerm(search, origins.public) : undefined
    return selectLinkPage(tx, project.id, { isArchived: archived, label: spelling, term, health, target }, bounds)
  })
}
