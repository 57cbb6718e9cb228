import type { Link, LinkId, LinkQuery } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import { selectLabelName } from '../../labels/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PageCursor } from '../../platform/page-cursor.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type LinkRow, selectLinks } from '../link-table.ts'
import type { LinkVisits } from '../link-visits.ts'
import { toLink } from '../to-link.ts'
import { countListedLinks, type LinkFilter, selectLinkPage, selectLinkPageByName, selectListedIds } from './link-page-table.ts'
import { toLinkSearchTerm } from './link-search-term.ts'
import { clicksCursor, linkCursor, nameCursor } from './page-cursor.ts'

export interface LinkPage {
  links: Link[]
  /** The cursor of the next page; undefined on the last. */
  nextCursor: string | undefined
  /** How many links match, on request; of more than `linkCountMax`, one more than that. */
  total: number | undefined
}

/** The rows of a page and one more, if there is one: then there is a next page. */
interface Rows {
  rows: LinkRow[]
  cursorAfter: (row: LinkRow) => string
}

/** Newest first without a `sort`. */
type ListedQuery = Omit<LinkQuery, 'sort' | 'tz' | 'total'> & Partial<Pick<LinkQuery, 'sort' | 'tz' | 'total'>>

/** Without `visits`, no link has clicks. */
type ListDeps = Pick<Deps, 'origins'> & { visits?: LinkVisits }

/** Throws REQUEST_INVALID for a cursor that `listLinks` did not return for this order. */
export async function listLinks(deps: ListDeps, ctx: ProjectContext, query: ListedQuery): Promise<LinkPage> {
  const { limit } = query
  const selectRows = await rowsInOrder(deps, ctx, query)
  const { found, total } = await read(ctx, async (tx) => {
    const filter = await toFilter(tx, deps, ctx, query)
    if (filter === undefined) return { found: undefined, total: 0 }
    return { found: await selectRows(tx, filter), total: query.total ? await countListedLinks(tx, ctx.project.id, filter) : undefined }
  })

  const rows = found?.rows ?? []
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    links: page.map((row) => toLink(row, deps.origins)),
    nextCursor: rows.length > limit && last ? found?.cursorAfter(last) : undefined,
    total: query.total ? total : undefined,
  }
}

/** Undefined for a label that the project does not have. */
async function toFilter(
  tx: Tx,
  { origins }: Pick<Deps, 'origins'>,
  { project }: ProjectContext,
  { archived, label, search, health, target }: ListedQuery,
): Promise<LinkFilter | undefined> {
  const spelling = label === undefined ? undefined : await selectLabelName(tx, project.id, label)
  if (label !== undefined && spelling === undefined) return undefined
  return { isArchived: archived, label: spelling, term: search ? toLinkSearchTerm(search, origins.public) : undefined, health, target }
}

/** How to select the rows after the cursor, which is parsed at once. Clicks are counted before the transaction: counting them takes a connection too. */
async function rowsInOrder(
  { visits }: ListDeps,
  ctx: ProjectContext,
  { sort, cursor, limit, tz = 'UTC' }: ListedQuery,
): Promise<(tx: Tx, filter: LinkFilter) => Promise<Rows>> {
  const { project } = ctx
  if (sort === 'name') {
    const after = decode(nameCursor, cursor)
    return async (tx, filter) => {
      const rows = await selectLinkPageByName(tx, project.id, filter, { after, limit: limit + 1 })
      const names = new Map(rows.map((row) => [row.id, row.sort_name]))
      return { rows, cursorAfter: ({ id }) => nameCursor.encode({ id, name: names.get(id) ?? '' }) }
    }
  }
  if (sort === 'clicks') {
    const after = decode(clicksCursor, cursor)
    const clicks = (await visits?.countClicks(ctx, tz)) ?? new Map<string, number>()
    return async (tx, filter) => {
      const ids = mostClicked(await selectListedIds(tx, project.id, filter), clicks, after).slice(0, limit + 1)
      const rowById = new Map((ids.length === 0 ? [] : await selectLinks(tx, project.id, ids)).map((row) => [row.id, row]))
      return {
        rows: ids.flatMap((id) => rowById.get(id) ?? []),
        cursorAfter: ({ id }) => clicksCursor.encode({ id, clicks: clicks.get(id) ?? 0 }),
      }
    }
  }
  const after = decode(linkCursor, cursor)
  return async (tx, filter) => ({
    rows: await selectLinkPage(tx, project.id, filter, { after, limit: limit + 1 }),
    cursorAfter: ({ created_at, id }) => linkCursor.encode({ createdAt: created_at, id }),
  })
}

function decode<Position>(cursors: PageCursor<Position>, cursor: string | undefined): Position | undefined {
  return cursor === undefined ? undefined : (cursors.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
}

/**
 * The links after a position, those with the most clicks first, the newest of equals. Clicks that arrive between two pages move a link: it may be on neither
 * page or on both, until the list is read again.
 */
function mostClicked(
  ids: readonly LinkId[],
  clicks: ReadonlyMap<string, number>,
  after: { clicks: number; id: LinkId } | undefined,
): LinkId[] {
  const compare = (one: { clicks: number; id: LinkId }, other: { clicks: number; id: LinkId }) =>
    other.clicks - one.clicks || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
  return ids
    .map((id) => ({ id, clicks: clicks.get(id) ?? 0 }))
    .filter((link) => after === undefined || compare(after, link) < 0)
    .sort(compare)
    .map(({ id }) => id)
}
