// Links that are created together with other data of a file, in its transaction.
import { isShortUrl, type LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { insertLinks } from './bulk-link-table.ts'
import { consumeLockedLinkAllowance, countLinksOf, lockLinkAllowance } from './link-allowance.ts'
import { markPending } from './link-target-table.ts'
import { generateSlug } from './slug-rules.ts'

export interface ImportedLink {
  target: string
  /** Of its owner, so the page is not fetched for one. */
  title: string
}

/** How many more links the project may have. */
export async function selectLinkRoom(tx: Tx, { project, entitlements }: ProjectContext): Promise<number> {
  return Math.max(0, entitlements.linksPerProject - (await countLinksOf(tx, project.id)))
}

/** The same, locked until the transaction ends. */
export function lockLinkRoom(tx: Tx, { organization, project, entitlements }: ProjectContext): Promise<number> {
  return lockLinkAllowance(tx, organization.id, project.id, entitlements.linksPerProject)
}

/**
 * Creates links with generated slugs; returns their ids in the order given. Those with short URLs are pending until it is known where they lead. The caller has
 * checked the destinations and locked the room for them.
 */
export async function importLinks(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  ctx: ProjectContext,
  links: readonly ImportedLink[],
): Promise<LinkId[]> {
  if (links.length === 0) return []
  await consumeLockedLinkAllowance(tx, ctx.project.id, links.length)
  const drafts = links.map((link) => ({ ...link, id: ids.next<LinkId>() }))
  let left = drafts
  // A generated slug that is taken is generated again.
  for (let attempt = 0; attempt < 5 && left.length > 0; attempt += 1) {
    const inserted = new Set(
      await insertLinks(
        tx,
        ctx,
        left.map((link) => ({ ...link, slug: generateSlug() })),
      ),
    )
    left = left.filter((link) => !inserted.has(link.id))
  }
  if (left.length > 0) throw new Error('Five generated slugs in a row were taken')
  const unknown = drafts.filter(({ target }) => isShortUrl(target))
  await markPending(
    tx,
    ctx.project.id,
    unknown.map(({ id }) => id),
  )
  for (const link of unknown) await enqueuePageCheck(tx, ctx, link)
  return drafts.map((link) => link.id)
}
