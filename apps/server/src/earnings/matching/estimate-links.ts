import type { EarningsRetailer, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { findClickScope, queryUtcDayClicks } from '../../analytics/index.ts'
import { readTaggedPages } from '../../links/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { ClickDeps } from '../../platform/deps.ts'

interface EstimatedItem extends SoldItem {
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
  { clickhouse }: ClickDeps,
  ctx: ProjectContext,
  { candidates, items }: { candidates: LinkCandidates; items: readonly EstimatedItem[] },
): Promise<Map<string, LinkId>> {
  const considered = items.flatMap((item) => {
    const linkIds = candidates.of(item)
    return linkIds.length === 0 ? [] : [{ item, linkIds, from: findFirstDay(item), to: findLastDay(item) }]
  })
  const linkIds = [...new Set(considered.flatMap((one) => one.linkIds))]
  if (linkIds.length === 0) return new Map()
  const days = considered.flatMap(({ from, to }) => [from, to]).toSorted()
  const clicks = await queryUtcDayClicks(clickhouse, await findClickScope(ctx), { linkIds, from: days.at(0) ?? '', to: days.at(-1) ?? '' })
  const clicksByLinkId = Map.groupBy(clicks, (row) => row.linkId)

  const linkIdByItemId = new Map<string, LinkId>()
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

function findFirstDay({ occurred_on, is_day_of_shipment }: EstimatedItem): string {
  const days = is_day_of_shipment ? daysBack.shipment : daysBack.order
  return addDays(occurred_on, -days)
}

function findLastDay({ occurred_on }: EstimatedItem): string {
  return addDays(occurred_on, daysAhead)
}

/** The properties of a sale that may name the link it came through. */
interface SoldItem {
  retailer: EarningsRetailer
  item_id: string | null
  tracking_id: string | null
}

/** The links of a project by what they lead to. */
export interface LinkCandidates {
  /**
   * Links to the product with the tag of the sale; where none has it, those whose tag is not another's, since Amazon
   * may exchange the owner's for that of another country. Where no such link leads to the product, the links that have
   * the tag, since visitors buy other products too.
   */
  of(item: SoldItem): readonly LinkId[]
}

interface ProductLink {
  id: LinkId
  tag: string | undefined
  hasOwnTag: boolean
}

export async function findLinkCandidates(ctx: ProjectContext): Promise<LinkCandidates> {
  const linksByProduct = new Map<string, ProductLink[]>()
  const linkIdsByTag = new Map<string, LinkId[]>()
  for await (const { linkId: id, retailer, productId, tag: written, hasOwnTag } of readTaggedPages(ctx)) {
    const tag = written?.toLowerCase()
    if (productId !== undefined) addTo(linksByProduct, toNameKey(retailer, productId), { id, tag, hasOwnTag })
    if (tag !== undefined) addTo(linkIdsByTag, toNameKey(retailer, tag), id)
  }

  return {
    of({ retailer, item_id: itemId, tracking_id: trackingId }) {
      const ofProduct = itemId === null ? [] : (linksByProduct.get(toNameKey(retailer, itemId)) ?? [])
      if (trackingId === null) return ofProduct.map(({ id }) => id)
      const tag = trackingId.toLowerCase()
      const tagged = ofProduct.filter((link) => link.tag === tag)
      const fitting = tagged.length > 0 ? tagged : ofProduct.filter((link) => link.hasOwnTag || link.tag === undefined)
      return fitting.length > 0 ? fitting.map(({ id }) => id) : (linkIdsByTag.get(toNameKey(retailer, tag)) ?? [])
    },
  }
}

function toNameKey(retailer: string, name: string): string {
  return `${retailer} ${name}`
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
