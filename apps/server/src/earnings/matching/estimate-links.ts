import type { EarningId, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { findClickScope, queryUtcDayClicks } from '../../analytics/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { findLastDay, type LinkCandidates, type SoldItem } from './link-candidates.ts'

/**
 * Maximum number of days between a click and its sale. Amazon attributes orders that are placed within a day of the
 * click. If the report has the day of shipment, two weeks are allowed, because an item is shipped some days after the
 * order.
 */
const daysBack = { order: 1, shipment: 14 }

/**
 * Estimates which link each sale came through: the candidate link with the most clicks in the days up to the sale.
 * Skips a sale if its candidate links have no clicks in these days.
 */
export async function estimateLinks(
  { clickhouse }: ClickDeps,
  ctx: ProjectContext,
  { candidates, items }: { candidates: LinkCandidates; items: readonly SoldItem[] },
): Promise<Map<EarningId, LinkId>> {
  const considered = items.flatMap((item) => {
    const linkIds = candidates.of(item)
    return linkIds.length === 0 ? [] : [{ item, linkIds, from: findFirstDay(item), to: findLastDay(item) }]
  })
  const linkIds = [...new Set(considered.flatMap((one) => one.linkIds))]
  if (linkIds.length === 0) return new Map()
  const days = considered.flatMap(({ from, to }) => [from, to]).toSorted()
  const clicks = await queryUtcDayClicks(clickhouse, await findClickScope(ctx), { linkIds, from: days.at(0) ?? '', to: days.at(-1) ?? '' })
  const clicksByLinkId = Map.groupBy(clicks, (row) => row.linkId)

  const linkIdByItemId = new Map<EarningId, LinkId>()
  for (const { item, linkIds: ids, from, to } of considered) {
    let most = 0
    for (const id of ids) {
      const count = (clicksByLinkId.get(id) ?? []).filter(({ day }) => day >= from && day <= to).reduce((sum, row) => sum + row.clicks, 0)
      if (count <= most) continue
      most = count
      linkIdByItemId.set(item.id, id)
    }
  }
  return linkIdByItemId
}

function findFirstDay({ occurred_on, is_day_of_shipment }: SoldItem): string {
  const days = is_day_of_shipment ? daysBack.shipment : daysBack.order
  return addDays(occurred_on, -days)
}
