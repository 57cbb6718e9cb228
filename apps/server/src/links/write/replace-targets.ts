import { recognizeUrl, removeAffiliation, tagUrl } from '@linkshelf/retailers'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { isExpanded } from '../page-check/expand-short-url.ts'
import { toRetailerPage } from '../resolved/affiliate.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { type ChangedTarget, markPending, type ReplacedTargets, updateTargets } from '../tables/link-target-table.ts'

/**
 * Replaces destinations and shops with other addresses of the same pages. Skips links that were changed in the
 * meantime. Returns the changed links.
 */
export async function replaceTargets(tx: Tx, ctx: ProjectContext, targets: readonly ReplacedTargets[]): Promise<ChangedTarget[]> {
  const changed = await updateTargets(tx, ctx.project.id, targets)
  // The change cleared the known destinations of short URLs. A page check that is already running skips a link whose
  // destination was changed. Therefore these links are checked again.
  const unknown = changed.filter((link) => !isExpanded(link))
  await markPending(
    tx,
    ctx.project.id,
    unknown.map(({ id }) => id),
  )
  for (const link of changed) if (link.is_pending || unknown.includes(link)) await enqueuePageCheck(tx, ctx, link)
  return changed
}

type TaggedLink = Pick<LinkRow, 'id' | 'target' | 'expanded_target' | 'shops' | 'expanded_shops'>

/** Removes pasted tags from the destinations and shops of links. The caller must have locked the links. */
export async function removePastedTags(tx: Tx, ctx: ProjectContext, links: readonly TaggedLink[]): Promise<void> {
  const replaced = links.map(toReplacedTargets).filter(({ target, shops }) => target !== null || shops !== null)
  await replaceTargets(tx, ctx, replaced)
}

function toReplacedTargets({ id, target, expanded_target, shops, expanded_shops }: TaggedLink): ReplacedTargets {
  const plain = removePastedTag(target, expanded_target)
  const plainShops = shops.map((shop) => ({ ...shop, target: removePastedTag(shop.target, expanded_shops[shop.target]) }))
  const hasPlainShops = plainShops.some((shop, nth) => shop.target !== shops[nth]?.target)
  return {
    id,
    target: plain === target ? null : { before: target, after: plain },
    shops: hasPlainShops ? { before: shops, after: plainShops } : null,
  }
}

/**
 * Returns the destination without a pasted tag. If a short URL leads to an address with a tag, it is replaced by this
 * address without the tag.
 */
function removePastedTag(target: string, expanded: string | null | undefined): string {
  const address = toRetailerPage(expanded) ?? target
  const { page } = tagUrl(address, {})
  if (page?.tag === undefined) return target
  const plain = removeAffiliation(address)
  return recognizeUrl(plain)?.retailer === page.retailer ? plain : target
}
