import type { LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { queryUtcDayClicks } from '../../analytics/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { Deps } from '../../platform/deps.ts'
import type { LinkCandidates, SoldItem } from './link-candidates.ts'

export interface EstimatedItem extends SoldItem {
  id: string
  /** `yyyy-mm-dd`. */
  occurred_on: string
  is_day_of_shipment: boolean
}

/**
 * Amazon attributes what is ordered within a day of the click; what is dated by its shipment is sent some days later.
 */
const daysBack = { order: 1, shipment: 14 }
/** Clicks are counted by UTC day, sales by the retailer's own: the evening in Los Angeles is the next day in UTC. */
const daysAhead = 1

/**
 * Estimates the link that each sale came through: among those that lead to its product, the one with the most clicks up
 * to its day. Skips sales whose links had no click then.
 */
export async function estimateLinks(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  ctx: ProjectContext,
  candidates: LinkCandidates,
  items: readonly EstimatedItem[],
): Promise<Map<string, LinkId>> {
  const considered = items.flatMap((item) => {
    const linkIds = candidates.of(item)
    return linkIds.length === 0 ? [] : [{ item, linkIds, from: firstDayOf(item), to: lastDayOf(item) }]
  })
  const linkIds = [...new Set(considered.flatMap((one) => one.linkIds))]
  if (linkIds.length === 0) return new Map()
  const days = considered.flatMap(({ from, to }) => [from, to]).toSorted()
  const clicks = await queryUtcDayClicks(clickhouse, ctx.project.id, { linkIds, from: days.at(0) ?? '', to: days.at(-1) ?? '' })
  const clicksOf = Map.groupBy(clicks, (row) => row.linkId)

  const estimated = new Map<string, LinkId>()
  for (const { item, linkIds: ids, from, to } of considered) {
    let most = 0
    for (const id of ids) {
      const count = (clicksOf.get(id) ?? []).filter(({ day }) => day >= from && day <= to).reduce((sum, row) => sum + row.clicks, 0)
      if (count <= most) continue
      most = count
      estimated.set(item.id, id)
    }
  }
  return estimated
}

function firstDayOf({ occurred_on, is_day_of_shipment }: EstimatedItem): string {
  const days = is_day_of_shipment ? daysBack.shipment : daysBack.order
  return addDays(occurred_on, -days)
}

function lastDayOf({ occurred_on }: EstimatedItem): string {
  return addDays(occurred_on, daysAhead)
}
