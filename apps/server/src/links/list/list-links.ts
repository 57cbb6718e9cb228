import { type DomainId, defaultDomainFilter, type Link, type LinkId, type LinkQuery } from '@linkshelf/contract'
import { fail, type ProjectContext, read, selectImportedIds } from '../../access/index.ts'
import { findDomainId } from '../../domains/index.ts'
import { selectLabelName } from '../../labels/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { PageCursor } from '../../platform/page-cursor.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toLink } from '../get-link.ts'
import type { LinkEarnings, LinkValues, LinkVisits, SortedLink } from '../link-visits.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { selectLinks } from '../tables/link-table.ts'
import {
  clicksCursor,
  countListedLinks,
  earnedCursor,
  type LinkFilter,
  type LinkSearchTerm,
  linkCursor,
  nameCursor,
  selectLinkPage,
  selectLinkPageByName,
  toLinkSearchTerm,
  toRankedTerm,
} from './link-page-table.ts'
import { listHighest } from './list-highest.ts'
import { listMostRelevant } from './list-most-relevant.ts'
import { findLinksByAddress, findSearchedAddress, foundByAddressMax } from './search-address.ts'

export interface LinkPage {
  links: Link[]
  /** Cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
  /** Number of matching links, at most `linkCountMax` + 1. Undefined if the query does not request it. */
  total: number | undefined
}

interface ListedRows extends Omit<LinkPage, 'links'> {
  rows: LinkRow[]
}

/** Rows of a page. If there is a next page, the rows also include the first row of the next page. */
interface SelectedRows {
  rows: LinkRow[]
  cursorAfter: (row: LinkRow) => string
}

/** If `sort` is omitted, the newest links come first. */
type ListedQuery = Omit<LinkQuery, OptionalField> & Partial<Pick<LinkQuery, OptionalField>>
type OptionalField = 'sort' | 'tz' | 'total' | 'include_archived'

/** If `visits` or `earnings` is omitted, every link is listed as if it had no clicks or no earnings. */
type ListDeps = OriginDeps & { visits?: LinkVisits; earnings?: LinkEarnings }

/**
 * Lists one page of links. Throws REQUEST_INVALID if `listLinks` did not return the cursor for this order. For the
 * orders by clicks and by earnings, also throws the errors of `openClicks`.
 */
export async function listLinks(deps: ListDeps, ctx: ProjectContext, query: ListedQuery): Promise<LinkPage> {
  const { rows, ...page } = await listRows(deps, ctx, query)
  return { links: rows.map((row) => toLink(row, deps.origins)), ...page }
}

function listRows(deps: ListDeps, ctx: ProjectContext, query: ListedQuery): Promise<ListedRows> {
  if (query.sort === 'clicks') return listByClicks(deps, ctx, query)
  if (query.sort === 'earned') return listByEarned(deps, ctx, query)
  return query.sort === 'relevance' ? listByRelevance(deps, ctx, query) : listInOrder(deps, ctx, query)
}

/**
 * Lists the most relevant links. There is only one page, and no cursor, because relevance is only computed for the best
 * matches.
 */
async function listByRelevance(deps: ListDeps, ctx: ProjectContext, query: ListedQuery): Promise<ListedRows> {
  const { filter, ranked, total } = await read(ctx, (tx) => selectFilter(tx, deps, ctx, query))
  const isRanked = filter !== undefined && ranked !== undefined
  const ids = isRanked ? await listMostRelevant(ctx, filter, { term: ranked, visits: deps.visits, limit: query.limit }) : []
  return { rows: await selectLinksInOrder(ctx, ids), nextCursor: undefined, total }
}

async function listByClicks(deps: ListDeps, ctx: ProjectContext, query: ListedQuery): Promise<ListedRows> {
  const after = decodeCursor(clicksCursor, query.cursor)
  return listByValue(deps, ctx, query, {
    after: after && { id: after.id, value: after.clicks },
    open: async (range) => deps.visits?.openClicks(ctx, range),
    toCursor: ({ id, value }) => clicksCursor.encode({ id, clicks: value }),
  })
}

async function listByEarned(deps: ListDeps, ctx: ProjectContext, query: ListedQuery): Promise<ListedRows> {
  return listByValue(deps, ctx, query, {
    after: decodeCursor(earnedCursor, query.cursor),
    open: async (range) => deps.earnings?.openEarned(ctx, range),
    toCursor: (link) => earnedCursor.encode(link),
  })
}

interface ValueOrder {
  after: SortedLink | undefined
  open: (range: Parameters<LinkVisits['openClicks']>[1]) => Promise<LinkValues | undefined>
  toCursor: (link: SortedLink) => string
}

async function listByValue(
  deps: ListDeps,
  ctx: ProjectContext,
  query: ListedQuery,
  { after, open, toCursor }: ValueOrder,
): Promise<ListedRows> {
  const { limit, tz = 'UTC', from, to, range } = query
  const values = (await open({ tz, from, to, range })) ?? noValues
  const { filter, total } = await read(ctx, (tx) => selectFilter(tx, deps, ctx, query))
  if (filter === undefined) return { rows: [], nextCursor: undefined, total }

  const highest = await listHighest(ctx, filter, { values, after, limit: limit + 1 })
  const page = highest.slice(0, limit)
  const last = page.at(-1)
  const rows = await selectLinksInOrder(
    ctx,
    page.map(({ id }) => id),
  )
  return {
    rows,
    nextCursor: highest.length > limit && last ? toCursor(last) : undefined,
    total,
  }
}

/** Returns the links in the order of `ids`. Skips links that were deleted in the meantime. */
async function selectLinksInOrder(ctx: ProjectContext, ids: readonly LinkId[]): Promise<LinkRow[]> {
  const rows = ids.length === 0 ? [] : await read(ctx, (tx) => selectLinks(tx, ctx.project.id, ids))
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowById.get(id) ?? [])
}

async function listInOrder(deps: ListDeps, ctx: ProjectContext, query: ListedQuery): Promise<ListedRows> {
  const { limit } = query
  const selectRows = createRowSelector(ctx, query)
  return read(ctx, async (tx) => {
    const { filter, total } = await selectFilter(tx, deps, ctx, query)
    if (filter === undefined) return { rows: [], nextCursor: undefined, total }
    const { rows, cursorAfter } = await selectRows(tx, filter)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { rows: page, nextCursor: rows.length > limit && last ? cursorAfter(last) : undefined, total }
  })
}

interface SelectedFilter {
  /** Undefined if the project does not have the label or the domain. */
  filter: LinkFilter | undefined
  /** Search term for the order by relevance. */
  ranked?: LinkSearchTerm | undefined
  /** Number of links that the filter lists. Undefined if the query does not request it. */
  total: number | undefined
}

async function selectFilter(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { archived, include_archived, label, search, sort, health, target, domain, import_id, total }: ListedQuery,
): Promise<SelectedFilter> {
  const { project } = ctx
  const none = { filter: undefined, total: total ? 0 : undefined }
  const spelling = label === undefined ? undefined : await selectLabelName(tx, project.id, label)
  if (label !== undefined && spelling === undefined) return none
  const domainId = domain === undefined || domain === defaultDomainFilter ? null : await findDomainId(tx, ctx, domain)
  if (domainId === undefined) return none
  const toTerm = sort === 'relevance' ? toRankedTerm : toLinkSearchTerm
  const term = search ? toTerm(search, deps.origins.public) : undefined
  const wanted = domain === undefined ? undefined : domainId
  const addressed = search ? await findAddressMatch(tx, deps, ctx, { search, domainId: wanted }) : undefined
  const imported =
    import_id === undefined ? undefined : ((await selectImportedIds(tx, ctx, { importId: import_id, entity: 'link' })) as LinkId[])
  const filter = {
    isArchived: include_archived ? undefined : archived,
    label: spelling,
    term: addressed === undefined ? term : undefined,
    health,
    target,
    ids: intersectIds(addressed?.ids, imported),
    domainId: addressed?.domainId ?? wanted,
  }
  const ranked = addressed === undefined ? term : { part: search?.toLowerCase() ?? '', slugStart: addressed.slugStart }
  return { filter, ranked, total: total ? await countListedLinks(tx, project.id, filter) : undefined }
}

/** Undefined stands for all links. */
function intersectIds(ids: readonly LinkId[] | undefined, others: readonly LinkId[] | undefined): readonly LinkId[] | undefined {
  if (ids === undefined || others === undefined) return ids ?? others
  const found = new Set(ids)
  return others.filter((id) => found.has(id))
}

interface AddressMatch {
  /** Undefined if the search is only a host. Then all links of its domain are found. */
  ids: LinkId[] | undefined
  domainId: DomainId | null | undefined
  slugStart: string
}

/**
 * If the search is an address, returns the links whose addresses begin with it. If it is only the host of one of the
 * organization's domains, returns that domain.
 *
 * Returns undefined if the links must be searched by text, for example:
 * - The search is not an address.
 * - No link has the address. A note may contain it.
 * - Too many links match an address on the instance's domain, for example because its slug is a single letter.
 */
async function findAddressMatch(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { search, domainId }: { search: string; domainId: DomainId | null | undefined },
): Promise<AddressMatch | undefined> {
  const address = await findSearchedAddress(tx, deps, ctx, search)
  if (address === undefined) return undefined
  const { slugStart } = address
  const isOwn = address.domainId !== null
  if (slugStart === '') return isOwn && domainId === undefined ? { ids: undefined, domainId: address.domainId, slugStart } : undefined
  const ids = await findLinksByAddress(tx, ctx, address)
  return ids.length === 0 || (!isOwn && ids.length >= foundByAddressMax) ? undefined : { ids, domainId, slugStart }
}

/**
 * Returns a function that selects the rows after the cursor. The cursor is parsed before the function is returned, so
 * that an invalid cursor opens no transaction.
 */
function createRowSelector(
  { project }: ProjectContext,
  { sort, cursor, limit }: ListedQuery,
): (tx: Tx, filter: LinkFilter) => Promise<SelectedRows> {
  if (sort === 'name') {
    const after = decodeCursor(nameCursor, cursor)
    return async (tx, filter) => {
      const rows = await selectLinkPageByName(tx, project.id, filter, { after, limit: limit + 1 })
      const names = new Map(rows.map((row) => [row.id, row.sort_name]))
      return { rows, cursorAfter: ({ id }) => nameCursor.encode({ id, name: names.get(id) ?? '' }) }
    }
  }
  const after = decodeCursor(linkCursor, cursor)
  return async (tx, filter) => ({
    rows: await selectLinkPage(tx, project.id, filter, { after, limit: limit + 1 }),
    cursorAfter: ({ created_at, id }) => linkCursor.encode({ createdAt: created_at, id }),
  })
}

const noValues: LinkValues = { list: async () => [], find: async () => new Map() }

function decodeCursor<Position>(cursors: PageCursor<Position>, cursor: string | undefined): Position | undefined {
  return cursor === undefined ? undefined : (cursors.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
}
