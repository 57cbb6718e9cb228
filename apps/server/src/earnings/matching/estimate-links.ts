import type { EarningsRetailer, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { findClickScope, queryUtcDayClicks } from '../../analytics/index.ts'
import { readTaggedPages } from '../../links/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { ClickDeps } from '../../platform/deps.ts'

interface EstimatedItem extends SoldItem {
  id: string
  /** The day as `yyyy-mm-dd`. */
  occurred_on: string
  is_day_of_shipment: boolean
}

/**
 * Maximum number of days between a click and its sale. Amazon attributes orders that are placed within a day of the
 * click. If the report has the day of shipment, two weeks are allowed, because an item is shipped some days after the
 * order.
 */
const daysBack = { order: 1, shipment: 14 }
/**
 * Maximum number of days by which a click's day can be later than its sale's day. Clicks are counted by UTC day, but
 * sales by the retailer's local day. An evening in Los Angeles is already the next day in UTC.
 */
const daysAhead = 1

/**
 * Estimates which link each sale came through: the candidate link with the most clicks in the days up to the sale.
 * Skips a sale if its candidate links have no clicks in these days.
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

/** The properties of a sale that can identify its link. */
interface SoldItem {
  retailer: EarningsRetailer
  item_id: string | null
  tracking_id: string | null
}

/** Finds a project's links by the product they lead to and by their tag. */
export interface LinkCandidates {
  /**
   * Returns the links to the product that have the sale's tag. If there are none, returns the links to the product that
   * have no tag or one of the owner's tags, because Amazon may replace the owner's tag with the tag of another country.
   * If no such link leads to the product, returns all links with the sale's tag, because visitors also buy other
   * products.
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
