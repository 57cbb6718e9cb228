// Deletes clicks again that a restored back-up still contains. Clicks are first deleted in ClickHouse and then recorded
// as deleted, so that a restore that was killed in between can be repeated.
import type { LinkId, OrganizationId, ProjectId } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { insertClickDeletion } from './click-deletion-table.ts'
import { deleteEverything, deleteStoredClicks } from './delete-stored-clicks.ts'
import { enqueueReconciliation } from './reconcile-click-rollups.ts'
import { enqueueDeletions } from './run-click-deletions.ts'

export interface RepeatedClickDeletion {
  organizationId: OrganizationId
  projectId: ProjectId
  /** Null if the clicks and page views of the whole project were deleted. */
  linkId: LinkId | null
  deletedBefore: Date
}

interface DeletedClicks {
  deletions: readonly RepeatedClickDeletion[]
  /** Projects that were deleted, of which no click remains. */
  projectIds: readonly string[]
}

export async function deleteClicksAgain(clickhouse: ClickHouse, { deletions, projectIds }: DeletedClicks): Promise<void> {
  for (const [projectId, ofProject] of Map.groupBy(deletions, (deletion) => deletion.projectId))
    await deleteStoredClicks(clickhouse, projectId, ofProject)
  for (const projectId of projectIds) await deleteEverything(clickhouse, projectId)
}

/**
 * Records the deletions with their original times, so that these clicks are not counted if a journal contains them.
 * Also enqueues the usual jobs, for clicks that are shipped later.
 */
export async function recordClickDeletions(tx: Tx, deletions: readonly RepeatedClickDeletion[], now: Date): Promise<void> {
  for (const { organizationId, projectId, linkId, deletedBefore } of deletions) {
    const ctx = { organization: { id: organizationId }, project: { id: projectId }, now: deletedBefore }
    await insertClickDeletion(tx, ctx, linkId)
    await enqueueDeletions(tx, { organizationId, projectId })
    await enqueueReconciliation(tx, { organizationId, projectId }, now)
  }
}
