// The order by clicks. PostgreSQL knows which links are listed, and ClickHouse knows their clicks:
// - If up to `sortedMax` links are listed, their clicks are counted, and this file sorts the links.
// - If more are listed, ClickHouse lists the project's links with the most clicks, batch by batch, and PostgreSQL
//   says which of them are listed.
// - After these links come the listed links without clicks. PostgreSQL lists the newest, batch by batch, and
//   ClickHouse says which of them have clicks.
// Each statement has its own transaction, so that no connection to PostgreSQL is held while ClickHouse is queried.
import type { LinkId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import type { ClickedLink, LinkClicks } from '../link-visits.ts'
import { type LinkFilter, selectListedAmong, selectListedIdsBefore, selectSomeListedIds } from './link-page-table.ts'

interface MostClicked {
  clicks: LinkClicks
  after: ClickedLink | undefined
  limit: number
}

const sortedMax = 1_000

/**
 * The first batch has `limit` × `firstBatchFactor` links. If a filter is set, the factor is `filteredBatchFactor`,
 * because the filter lists only a few links of a batch. Each next batch is `batchGrowth` times as large, up to
 * `maxBatchLinks`, because a query that counts this many links takes about 2 MB. ClickHouse takes equally long for a
 * batch of any size, because it sorts all links of the project.
 */
const firstBatchFactor = 4
const filteredBatchFactor = 32
const batchGrowth = 8
const maxBatchLinks = 24_000

/**
 * Returns at most `limit` listed links after the link `after`. The links with the most clicks come first. Among links
 * with equal clicks, the newest comes first. Clicks that arrive between two pages move a link, so that the link can be
 * on neither page or on both until the list is read again.
 */
export async function listMostClicked(ctx: ProjectContext, filter: LinkFilter, page: MostClicked): Promise<ClickedLink[]> {
  const { clicks, after, limit } = page
  const some = await read(ctx, (tx) => selectSomeListedIds(tx, ctx.project.id, filter, sortedMax + 1))
  if (some.length <= sortedMax) {
    const counts = await clicks.count(some)
    const links = some.map((id) => ({ id, clicks: counts.get(id) ?? 0 }))
    return (after === undefined ? links : links.filter((link) => compareByClicks(after, link) < 0)).sort(compareByClicks).slice(0, limit)
  }
  const clicked = after?.clicks === 0 ? [] : await listClicked(ctx, filter, page)
  if (clicked.length === limit) return clicked
  return [...clicked, ...(await listUnclicked(ctx, filter, { ...page, limit: limit - clicked.length }))]
}

async function listClicked(ctx: ProjectContext, filter: LinkFilter, { clicks, after, limit }: MostClicked): Promise<ClickedLink[]> {
  const found: ClickedLink[] = []
  let position = after
  const factor = isFiltered(filter) ? filteredBatchFactor : firstBatchFactor
  for (let count = limit * factor; found.length < limit; count = Math.min(count * batchGrowth, maxBatchLinks)) {
    const clicked = await clicks.list({ after: position, limit: count })
    const ids = clicked.map(({ id }) => id)
    const listed = new Set(ids.length === 0 ? [] : await read(ctx, (tx) => selectListedAmong(tx, ctx.project.id, filter, ids)))
    found.push(...clicked.filter(({ id }) => listed.has(id)))
    if (clicked.length < count) break
    position = clicked.at(-1)
  }
  return found.slice(0, limit)
}

async function listUnclicked(ctx: ProjectContext, filter: LinkFilter, { clicks, after, limit }: MostClicked): Promise<ClickedLink[]> {
  const found: ClickedLink[] = []
  let before = after?.clicks === 0 ? after.id : undefined
  for (let count = limit * firstBatchFactor; found.length < limit; count = Math.min(count * batchGrowth, maxBatchLinks)) {
    const bounds = { before, limit: count }
    const ids: LinkId[] = await read(ctx, (tx) => selectListedIdsBefore(tx, ctx.project.id, filter, bounds))
    const counts = await clicks.count(ids)
    found.push(...ids.filter((id) => !counts.has(id)).map((id) => ({ id, clicks: 0 })))
    if (ids.length < count) break
    before = ids.at(-1)
  }
  return found.slice(0, limit)
}

function isFiltered({ isArchived, label, term, ids, target, domainId, health }: LinkFilter): boolean {
  return isArchived !== false || [label, term, ids, target, domainId, health].some((condition) => condition !== undefined)
}

function compareByClicks(one: ClickedLink, other: ClickedLink): number {
  return other.clicks - one.clicks || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}
