import type { EarningId, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { findClickScope, queryUtcDayClicks, queryUtcDayOrigins } from '../../analytics/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { findLastDay, type LinkCandidates, type SoldItem } from './link-candidates.ts'

/**
 * Maximum number of days between a click and its sale. Amazon attributes orders that are placed within a day of the
 * click. If the report has the day of shipment, two weeks are allowed, because an item is shipped some days after the
 * order.
 */
const daysBack = { order: 1, shipment: 14 }

export interface EstimatedLink {
  linkId: LinkId
  /** The campaign and the video with the most clicks on the link. '' if most clicks have none. */
  utmCampaign: string
  video: string
}

interface ConsideredDays {
  from: string
  to: string
}

interface DayClicks {
  day: string
  clicks: number
}

/**
 * Estimates which link each sale came through: the candidate link with the most clicks in the days up to the sale.
 * Among the clicks on this link in these days, the most frequent campaign and the most frequent video get the sale.
 * Skips a sale if its candidate links have no clicks in these days.
 */
export async function estimateLinks(
  { clickhouse }: ClickDeps,
  ctx: ProjectContext,
  { candidates, items }: { candidates: LinkCandidates; items: readonly SoldItem[] },
): Promise<Map<EarningId, EstimatedLink>> {
  const considered = items.flatMap((item) => {
    const linkIds = candidates.of(item)
    return linkIds.length === 0 ? [] : [{ item, linkIds, from: findFirstDay(item), to: findLastDay(item) }]
  })
  if (considered.length === 0) return new Map()
  const scope = await findClickScope(ctx)
  const days = considered.flatMap(({ from, to }) => [from, to]).toSorted()
  const bounds = { from: days.at(0) ?? '', to: days.at(-1) ?? '' }
  const clicks = await queryUtcDayClicks(clickhouse, scope, { ...bounds, linkIds: [...new Set(considered.flatMap((one) => one.linkIds))] })
  const clicksByLinkId = Map.groupBy(clicks, (row) => row.linkId)
  const estimated = considered.flatMap(({ item, linkIds, from, to }) => {
    const linkId = findMostClicked(linkIds, (id) => clicksByLinkId.get(id) ?? [], { from, to })
    return linkId === undefined ? [] : [{ id: item.id, linkId, from, to }]
  })
  if (estimated.length === 0) return new Map()

  const origins = await queryUtcDayOrigins(clickhouse, scope, { ...bounds, linkIds: [...new Set(estimated.map(({ linkId }) => linkId))] })
  const originsByLinkId = Map.groupBy(origins, (row) => row.linkId)
  return new Map(
    estimated.map(({ id, linkId, from, to }) => {
      const ofLink = originsByLinkId.get(linkId) ?? []
      const findOrigin = (property: 'utmCampaign' | 'video') => {
        const rowsByName = Map.groupBy(ofLink, (row) => row[property])
        return findMostClicked([...rowsByName.keys()].toSorted(), (name) => rowsByName.get(name) ?? [], { from, to }) ?? ''
      }
      return [id, { linkId, utmCampaign: findOrigin('utmCampaign'), video: findOrigin('video') }]
    }),
  )
}

/**
 * Returns the key with the most clicks in the days, or the first of several keys with equal clicks. Undefined if no key
 * has clicks.
 */
function findMostClicked<Key>(keys: readonly Key[], listClicks: (key: Key) => readonly DayClicks[], { from, to }: ConsideredDays) {
  let most = 0
  let found: Key | undefined
  for (const key of keys) {
    const count = listClicks(key)
      .filter(({ day }) => day >= from && day <= to)
      .reduce((sum, row) => sum + row.clicks, 0)
    if (count <= most) continue
    most = count
    found = key
  }
  return found
}

function findFirstDay({ occurred_on, is_day_of_shipment }: SoldItem): string {
  const days = is_day_of_shipment ? daysBack.shipment : daysBack.order
  return addDays(occurred_on, -days)
}
