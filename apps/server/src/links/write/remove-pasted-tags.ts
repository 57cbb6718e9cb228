import { recognizeUrl, tagUrl, withoutAffiliation } from '@linkshelf/retailers'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkRow } from '../link-table.ts'
import { retailerPage } from '../resolved/affiliate.ts'
import { updateShops } from './bulk-link-table.ts'
import { replaceTargets } from './replace-targets.ts'

type TaggedLink = Pick<LinkRow, 'id' | 'target' | 'expanded_target' | 'shops'>

/** Stores the destinations and shops of links without the tags that were pasted with them. The caller has locked the links. */
export async function removePastedTags(tx: Tx, ctx: ProjectContext, links: readonly TaggedLink[]): Promise<void> {
  const targets = links.map(({ id, target, expanded_target }) => ({ id, before: target, after: withoutPastedTag(target, expanded_target) }))
  await replaceTargets(
    tx,
    ctx,
    targets.filter(({ before, after }) => before !== after),
  )
  const changed = links.filter(({ shops }) => shops.some(({ target }) => withoutPastedTag(target) !== target))
  await updateShops(
    tx,
    ctx.project.id,
    changed.map(({ id, shops }) => ({ id, shops: shops.map((shop) => ({ ...shop, target: withoutPastedTag(shop.target) })) })),
  )
}

/** A short URL with a tag inside is replaced by the page behind it. */
function withoutPastedTag(target: string, expanded: string | null = null): string {
  const address = retailerPage(expanded) ?? target
  const { page } = tagUrl(address, {})
  if (page?.tag === undefined) return target
  const plain = withoutAffiliation(address)
  return recognizeUrl(plain)?.retailer === page.retailer ? plain : target
}
