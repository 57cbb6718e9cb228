// The clicks that a query may count: a project's clicks without deleted clicks that ClickHouse may still store. Every
// query of clicks takes a scope (run-query.ts), so no query can forget a deletion.
import { type ProjectContext, read } from '../../access/index.ts'
import { selectUnfinishedDeletions } from '../deletions/click-deletion-table.ts'
import type { ProjectQueryContext } from './run-query.ts'

/** Returns the scope of the context's project. Also announces that somebody views click counts. */
export async function findClickScope({ organization, project, signal, ...ctx }: ProjectContext): Promise<ProjectQueryContext> {
  await ctx.shippingRequests?.announceRead()
  const deletions = await read({ ...ctx, organization, project }, (tx) => selectUnfinishedDeletions(tx, [project.id]))
  return { organization, project, ...(signal && { signal }), deletions }
}

/**
 * Returns the field `deletion`, which says whether clicks of the project, or of one of its links, are being deleted.
 */
export function showDeletion({ deletions }: ProjectQueryContext, linkId?: string): { deletion?: 'running' } {
  const isRunning = deletions.some(
    (one) => one.state === 'running' && (linkId === undefined || one.linkId === null || one.linkId === linkId),
  )
  return isRunning ? { deletion: 'running' } : {}
}
