import type { LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { type ReplacedTarget, updateTargets } from './link-target-table.ts'

/** Replaces destinations by others of the same pages, unless they were changed meanwhile. Returns the ids of the changed links. */
export async function replaceTargets(tx: Tx, ctx: ProjectContext, targets: readonly ReplacedTarget[]): Promise<Set<LinkId>> {
  const changed = await updateTargets(tx, ctx.project.id, targets)
  // A page check that is under way skips a link whose destination was changed.
  for (const link of changed) if (link.is_pending) await enqueuePageCheck(tx, ctx, link)
  return new Set(changed.map(({ id }) => id))
}
