import type { EarningsRetailer, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { readTaggedPages } from '../../links/index.ts'

/** The properties of a sale that may name the link it came through. */
export interface SoldItem {
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
  const byProduct = new Map<string, ProductLink[]>()
  const byTag = new Map<string, LinkId[]>()
  for await (const { linkId: id, retailer, productId, tag: written, hasOwnTag } of readTaggedPages(ctx)) {
    const tag = written?.toLowerCase()
    if (productId !== undefined) addTo(byProduct, keyOf(retailer, productId), { id, tag, hasOwnTag })
    if (tag !== undefined) addTo(byTag, keyOf(retailer, tag), id)
  }

  return {
    of({ retailer, item_id: itemId, tracking_id: trackingId }) {
      const ofProduct = itemId === null ? [] : (byProduct.get(keyOf(retailer, itemId)) ?? [])
      if (trackingId === null) return ofProduct.map(({ id }) => id)
      const tag = trackingId.toLowerCase()
      const tagged = ofProduct.filter((link) => link.tag === tag)
      const fitting = tagged.length > 0 ? tagged : ofProduct.filter((link) => link.hasOwnTag || link.tag === undefined)
      return fitting.length > 0 ? fitting.map(({ id }) => id) : (byTag.get(keyOf(retailer, tag)) ?? [])
    },
  }
}

function keyOf(retailer: string, name: string): string {
  return `${retailer} ${name}`
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
