import type { EarningsRetailer, LinkId } from '@linkshelf/contract'
import { recognizeUrl } from '@linkshelf/retailers'
import { type ProjectContext, read } from '../../access/index.ts'
import { selectTargets } from '../../links/index.ts'

/** What of a sale may name the link it came through. */
export interface SoldItem {
  retailer: EarningsRetailer
  item_id: string | null
  tracking_id: string | null
}

/** The links of a project by what they lead to. */
export interface LinkCandidates {
  /**
   * Links to the product whose own tag is not another's: a link without a tag gets one when it is visited. Where no link leads to it, the links that have the tag
   * of the sale, since visitors buy other products too.
   */
  of(item: SoldItem): readonly LinkId[]
}

const pageSize = 5_000

export async function findLinkCandidates(ctx: ProjectContext): Promise<LinkCandidates> {
  const byProduct = new Map<string, { id: LinkId; tag: string | undefined }[]>()
  const byTag = new Map<string, LinkId[]>()
  let after: LinkId | undefined
  do {
    const page = await read(ctx, (tx) => selectTargets(tx, ctx.project.id, { after, limit: pageSize }))
    for (const { id, target } of page) {
      const url = recognizeUrl(target)
      if (url === undefined) continue
      const tag = url.tag?.toLowerCase()
      if (url.productId !== undefined) addTo(byProduct, keyOf(url.retailer, url.productId), { id, tag })
      if (tag !== undefined) addTo(byTag, keyOf(url.retailer, tag), id)
    }
    after = page.length < pageSize ? undefined : page.at(-1)?.id
  } while (after !== undefined)

  return {
    of({ retailer, item_id: itemId, tracking_id: trackingId }) {
      const tag = trackingId?.toLowerCase()
      const ofProduct = itemId === null ? [] : (byProduct.get(keyOf(retailer, itemId)) ?? [])
      const own = ofProduct.filter((link) => link.tag === undefined || tag === undefined || link.tag === tag)
      if (own.length > 0) return own.map(({ id }) => id)
      return tag === undefined ? [] : (byTag.get(keyOf(retailer, tag)) ?? [])
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
