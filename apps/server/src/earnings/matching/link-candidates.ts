import type { EarningId, EarningsRetailer, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { readTaggedPages } from '../../links/index.ts'
import { addDays } from '../../platform/clock.ts'

/** The properties of a sale that can identify its link. */
export interface SoldItem {
  id: EarningId
  retailer: EarningsRetailer
  item_id: string | null
  tracking_id: string | null
  /** The retailer's local day as `yyyy-mm-dd`. */
  occurred_on: string
  /** Null if the report has no times. */
  occurred_at: Date | null
  is_day_of_shipment: boolean
}

/**
 * Maximum number of days by which a click's day can be later than its sale's day. Clicks are counted by UTC day, but
 * sales by the retailer's local day. An evening in Los Angeles is already the next day in UTC.
 */
const daysAhead = 1

/** Returns the last UTC day on which the sale's click can be. */
export function findLastDay({ occurred_on }: SoldItem): string {
  return addDays(occurred_on, daysAhead)
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
  /** Returns the links that lead to the sale's product, whatever their tag. */
  toProduct(item: SoldItem): readonly ProductLink[]
}

export interface ProductLink {
  id: LinkId
  createdAt: Date
  /** In lower case. Undefined as in `TaggedPage`. */
  tag: string | undefined
  hasOwnTag: boolean
}

export async function findLinkCandidates(ctx: ProjectContext): Promise<LinkCandidates> {
  const linksByProduct = new Map<string, ProductLink[]>()
  const linkIdsByTag = new Map<string, LinkId[]>()
  for await (const { linkId: id, linkCreatedAt: createdAt, retailer, productId, tag: written, hasOwnTag } of readTaggedPages(ctx)) {
    const tag = written?.toLowerCase()
    if (productId !== undefined) addTo(linksByProduct, toNameKey(retailer, productId), { id, createdAt, tag, hasOwnTag })
    if (tag !== undefined) addTo(linkIdsByTag, toNameKey(retailer, tag), id)
  }

  const toProduct: LinkCandidates['toProduct'] = ({ retailer, item_id: itemId }) =>
    itemId === null ? [] : (linksByProduct.get(toNameKey(retailer, itemId)) ?? [])

  return {
    toProduct,
    of(item) {
      const { retailer, tracking_id: trackingId } = item
      const ofProduct = toProduct(item)
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
