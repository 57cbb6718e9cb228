import { earningId, type UnmatchedSale, type UnmatchedSalesQuery } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import { getOverview, parseRequestedConditions } from '../../analytics/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { createPageCursor } from '../../platform/page-cursor.ts'
import { selectUnmatchedSales } from './earnings-query.ts'
import { extendToFirstSale } from './extend-to-first-sale.ts'

const cursors = createPageCursor('unmatched-sales', 1, z.object({ date: z.iso.date(), id: earningId }))

interface UnmatchedSalesPage {
  sales: UnmatchedSale[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Returns sales and bounties without a link, latest first. Throws REQUEST_INVALID if the cursor is malformed, and the
 * errors of `getEarnings`.
 */
export async function listUnmatchedSales(
  deps: ClickDeps,
  ctx: ProjectContext,
  { limit, cursor, ...requested }: UnmatchedSalesQuery,
): Promise<UnmatchedSalesPage> {
  const before = cursor === undefined ? undefined : (cursors.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const query = await extendToFirstSale(deps, ctx, requested)
  const [{ clicksByDay }, conditions] = await Promise.all([getOverview(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  const [first, last] = [clicksByDay.at(0), clicksByDay.at(-1)]
  if (first === undefined || last === undefined) return { sales: [], nextCursor: undefined }
  const filter = { days: { from: first.date, to: last.date, timeZone: query.tz }, conditions }
  // The query selects one row more than the page has, which tells whether there is a next page.
  const rows = await read(ctx, (tx) => selectUnmatchedSales(tx, ctx.project.id, filter, { before, limit: limit + 1 }))
  const page = rows.slice(0, limit)
  const end = page.at(-1)
  return {
    sales: page.map(({ id, date, retailer, network, item_id, item_name, tracking_id, currency, amount, unmatched_reason }) => ({
      ...{ id, date, retailer: network ?? retailer, item_id, item_name, tracking_id, currency },
      earned: amount,
      reason: unmatched_reason,
    })),
    nextCursor: rows.length > limit && end ? cursors.encode({ date: end.date, id: end.id }) : undefined,
  }
}
