import { projectId } from '@linkshelf/contract'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { countDifferences, insertDifferences, insertProjectDifferences } from './click-rollup-table.ts'
import { lockClickDeletions } from './lock-click-deletions.ts'
import { firstCompleteDay, settledUntil, settleMs } from './settled-clicks.ts'

/** The task that makes a project's rollups agree with its clicks, an hour after clicks were deleted. */
export const reconcileClickRollupsTask = 'reconcile-click-rollups'

const clickedProject = z.object({ projectId })

/**
 * Enqueues the task. A deletion does so before its first statement: the deletion may be killed, and clicks that arrive
 * meanwhile may be in one table and not in another. A project has one such job; a later deletion postpones it.
 */
export async function enqueueReconciliation(db: Db, payload: z.input<typeof clickedProject>, now: Date): Promise<void> {
  const options = { key: `${reconcileClickRollupsTask}:${payload.projectId}`, runAt: new Date(now.getTime() + settleMs), maxAttempts: 25 }
  await enqueueJob(db, reconcileClickRollupsTask, payload, options)
}

/**
 * Corrects the project's quarter-hourly rollups by its stored clicks, and those of the time whose clicks have expired
 * (`retentionMonths`) by those of its links. Corrected days are checked again an hour later, since a batch may have
 * been in `clicks` and not yet in the rollups.
 */
export async function reconcileClickRollups(
  { clickhouse, clock, db, log }: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'log'>,
  payload: unknown,
  retentionMonths: number,
): Promise<void> {
  const project = clickedProject.parse(payload)
  const now = clock.now()
  const until = settledUntil(now)
  const filter = { from: firstCompleteDay(now, retentionMonths), until, projectId: project.projectId }
  await db.transaction().execute(async (tx) => {
    await lockClickDeletions(tx, project.projectId)
    const rows = await countDifferences(clickhouse, filter)
    if (rows > 0) {
      log.warn({ ...project, rows }, 'Correcting the click rollups of a project')
      await insertDifferences(clickhouse, filter)
      await enqueueReconciliation(tx, project, now)
    }
    await insertProjectDifferences(clickhouse, project.projectId, until)
  })
}
