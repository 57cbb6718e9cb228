import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { isExpanded } from '../expansion/is-expanded.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { type ChangedTarget, markPending, type ReplacedTargets, updateTargets } from '../tables/link-target-table.ts'

/**
 * Replaces destinations and shops by others of the same pages, unless they were changed meanwhile.
 * Returns the changed links.
 */
export async function replaceTargets(tx: Tx, ctx: ProjectContext, targets: readonly ReplacedTargets[]): Promise<ChangedTarget[]> {
  const changed = await updateTargets(tx, ctx.project.id, targets)
  // The change cleared the known destinations of short URLs, and a page check that is under way skips a link whose
  // destination was changed. So these links are checked again.
  const unknown = changed.filter((link) => !isExpanded(link))
  await markPending(
    tx,
    ctx.project.id,
    unknown.map(({ id }) => id),
  )
  for (const link of changed) if (link.is_pending || unknown.includes(link)) await enqueuePageCheck(tx, ctx, link)
  return changed
}
