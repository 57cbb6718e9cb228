import { recognizeUrl, tagUrl, withoutAffiliation } from '@linkshelf/retailers'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { retailerPage } from '../resolved/affiliate.ts'
import type { LinkRow } from '../tables/link-table.ts'
import type { ReplacedTargets } from '../tables/link-target-table.ts'
import { replaceTargets } from './replace-targets.ts'

type TaggedLink = Pick<LinkRow, 'id' | 'target' | 'expanded_target' | 'shops' | 'expanded_shops'>

/**
 * Stores the destinations and shops of links without the tags that were pasted with them. The
 * caller has locked the links.
 */
export async function removePastedTags(tx: Tx, ctx: ProjectContext, links: readonly TaggedLink[]): Promise<void> {
  const replaced = links.map(toReplaced).filter(({ target, shops }) => target !== null || shops !== null)
  await replaceTargets(tx, ctx, replaced)
}

function toReplaced({ id, target, expanded_target, shops, expanded_shops }: TaggedLink): ReplacedTargets {
  const plain = withoutPastedTag(target, expanded_target)
  const plainShops = shops.map((shop) => ({ ...shop, target: withoutPastedTag(shop.target, expanded_shops[shop.target]) }))
  const hasPlainShops = plainShops.some((shop, nth) => shop.target !== shops[nth]?.target)
  return {
    id,
    target: plain === target ? null : { before: target, after: plain },
    shops: hasPlainShops ? { before: shops, after: plainShops } : null,
  }
}

/** A short URL with a tag inside is replaced by the page behind it. */
function withoutPastedTag(target: string, expanded: string | null | undefined): string {
  const address = retailerPage(expanded) ?? target
  const { page } = tagUrl(address, {})
  if (page?.tag === undefined) return target
  const plain = withoutAffiliation(address)
  return recognizeUrl(plain)?.retailer === page.retailer ? plain : target
}
