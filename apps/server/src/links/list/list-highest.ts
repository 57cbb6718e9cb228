// The orders by clicks and by earnings. PostgreSQL knows which links are listed, and `LinkValues` knows their values:
// - If up to `sortedMax` links are listed, their values are read, and this file sorts the links.
// - If more are listed, `LinkValues` lists the project's links with the highest values, batch by batch, and PostgreSQL
//   says which of them are listed.
// - After these links come the listed links without a value. PostgreSQL lists the newest, batch by batch, and
//   `LinkValues` says which of them have a value.
// Each statement has its own transaction, so that no connection to PostgreSQL is held while another system is queried.
import type { LinkId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { compareByValue, type LinkValues, type SortedLink } from '../link-visits.ts'
import { type LinkFilter, selectListedAmong, selectListedIdsBefore, selectSomeListedIds } from './link-page-table.ts'

interface HighestPage {
  values: LinkValues
  after: SortedLink | undefined
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
 * Returns at most `limit` listed links after the link `after`. The links with the highest values come first. Among
 * links with equal values, the newest comes first. Clicks and sales that arrive between two pages move a link, so that
 * the link can be on neither page or on both until the list is read again.
 */
export async function listHighest(ctx: ProjectContext, filter: LinkFilter, page: HighestPage): Promise<SortedLink[]> {
  const { values, after, limit } = page
  const some = await read(ctx, (tx) => selectSomeListedIds(tx, ctx.project.id, filter, sortedMax + 1))
  if (some.length <= sortedMax) {
    const found = await values.find(some)
    const links = some.map((id) => ({ id, value: found.get(id) ?? 0 }))
    return (after === undefined ? links : links.filter((link) => compareByValue(after, link) < 0)).sort(compareByValue).slice(0, limit)
  }
  const highest = after?.value === 0 ? [] : await listWithValue(ctx, filter, page)
  if (highest.length === limit) return highest
  return [...highest, ...(await listWithoutValue(ctx, filter, { ...page, limit: limit - highest.length }))]
}

async function listWithValue(ctx: ProjectContext, filter: LinkFilter, { values, after, limit }: HighestPage): Promise<SortedLink[]> {
  const found: SortedLink[] = []
  let position = after
  const factor = isFiltered(filter) ? filteredBatchFactor : firstBatchFactor
  for (let count = limit * factor; found.length < limit; count = Math.min(count * batchGrowth, maxBatchLinks)) {
    const batch = await values.list({ after: position, limit: count })
    const ids = batch.map(({ id }) => id)
    const listed = new Set(ids.length === 0 ? [] : await read(ctx, (tx) => selectListedAmong(tx, ctx.project.id, filter, ids)))
    found.push(...batch.filter(({ id }) => listed.has(id)))
    if (batch.length < count) break
    position = batch.at(-1)
  }
  return found.slice(0, limit)
}

async function listWithoutValue(ctx: ProjectContext, filter: LinkFilter, { values, after, limit }: HighestPage): Promise<SortedLink[]> {
  const found: SortedLink[] = []
  let before = after?.value === 0 ? after.id : undefined
  for (let count = limit * firstBatchFactor; found.length < limit; count = Math.min(count * batchGrowth, maxBatchLinks)) {
    const bounds = { before, limit: count }
    const ids: LinkId[] = await read(ctx, (tx) => selectListedIdsBefore(tx, ctx.project.id, filter, bounds))
    const valueById = await values.find(ids)
    found.push(...ids.filter((id) => !valueById.has(id)).map((id) => ({ id, value: 0 })))
    if (ids.length < count) break
    before = ids.at(-1)
  }
  return found.slice(0, limit)
}

function isFiltered({ isArchived, label, term, ids, target, domainId, health }: LinkFilter): boolean {
  return isArchived !== false || [label, term, ids, target, domainId, health].some((condition) => condition !== undefined)
}
