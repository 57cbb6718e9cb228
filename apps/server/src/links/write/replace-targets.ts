import { isShortUrl, type LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { markPending, type ReplacedTarget, updateTargets } from './link-target-table.ts'

/** Replaces destinations by others of the same pages, unless they were changed meanwhile. Returns the ids of the changed links. */
export async function replaceTargets(tx: Tx, ctx: ProjectContext, targets: readonly ReplacedTarget[]): Promise<Set<LinkId>> {
  const changed = await updateTargets(tx, ctx.project.id, targets)
  // What is known of a short URL was forgotten with the change; and a page check that is under way skips a link whose destination was changed.
  const shortLinks = changed.filter(({ target }) => isShortUrl(target))
  await markPending(
    tx,
    ctx.project.id,
    shortLinks.map(({ id }) => id),
  )
  for (const link of changed) if (link.is_pending || shortLinks.includes(link)) await enqueuePageCheck(tx, ctx, link)
  return new Set(changed.map(({ id }) => id))
}
