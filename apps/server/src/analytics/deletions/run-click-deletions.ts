// The background job that deletes clicks. The first pass deletes the clicks of all deletions of a project. Two minutes
// later, a second pass deletes rows of inserts that began before the deletion was stored. It also corrects rollups that
// are wrong because a batch was in some tables and not yet in others during the first pass. Queries exclude the deleted
// clicks until the second pass has ended.
import { organizationId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import type { ClickDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { type ClickDeletion, selectUnfinishedDeletions, updateDeletionStates } from './click-deletion-table.ts'
import { deleteStoredClicks } from './delete-stored-clicks.ts'

export const deleteClicksTask = 'delete-clicks'

const deletionJob = z.object({ organizationId, projectId })
type DeletionJob = z.infer<typeof deletionJob>

/**
 * Delay of the second pass after a deletion. It exceeds one minute, because a request to ClickHouse ends after one
 * minute, and an insert that began before the deletion ends with its request.
 */
const settlingMs = 120_000
/** Maximum number of deletions in one pass, which limits the length of its statements. */
export const deletedAtOnce = 1_000
/** High enough that a deletion is never given up. After ten attempts, the job runs every six hours. */
const maxAttempts = 1_000

/** Enqueues the first pass in the transaction of a deletion. All waiting deletions of a project share one job. */
export async function enqueueDeletions(tx: Tx, job: DeletionJob): Promise<void> {
  await enqueuePass(tx, job, `${deleteClicksTask}:${job.projectId}`)
}

/** Enqueues the second pass under another job key, so that it never postpones a first pass. */
async function enqueueSecondPass(db: Db, job: DeletionJob, runAt: Date): Promise<void> {
  await enqueuePass(db, job, `${deleteClicksTask}:${job.projectId}:second`, runAt)
}

async function enqueuePass(db: Db, job: DeletionJob, key: string, runAt?: Date): Promise<void> {
  await enqueueJob(db, deleteClicksTask, job, { key, queue: toCorrectionQueue(job.projectId), maxAttempts, ...(runAt && { runAt }) })
}

/**
 * Returns the queue of the jobs that correct the rollups of a project. If two jobs ran at once, they would correct the
 * rollups twice, and the unsigned sums would wrap around.
 */
export function toCorrectionQueue(id: string): string {
  return `correct-clicks:${id}`
}

type DeletionDeps = Pick<ClickDeps, 'clickhouseWriter' | 'clock' | 'db'>

/**
 * Runs the first or the second pass for the project's unfinished deletions. `db` must be signed in with the account of
 * jobs. If a run is killed before it enqueues the second pass, the job is repeated.
 */
export async function runClickDeletions(deps: DeletionDeps, payload: unknown): Promise<void> {
  const { clickhouseWriter, clock, db } = deps
  const job = deletionJob.parse(payload)
  const startedAt = clock.now().getTime()
  const deletions = await selectUnfinishedDeletions(db, [job.projectId], deletedAtOnce)
  await deleteStoredClicks(clickhouseWriter, job.projectId, deletions)
  const isSettled = ({ deletedBefore }: ClickDeletion) => startedAt >= deletedBefore.getTime() + settlingMs
  const { done = [], settling = [] } = Object.groupBy(deletions, (deletion) => (isSettled(deletion) ? 'done' : 'settling'))
  await updateDeletionStates(db, job.projectId, done, 'done')
  await updateDeletionStates(db, job.projectId, settling, 'settling')
  const unsettled = settling.map(({ deletedBefore }) => deletedBefore.getTime())
  if (unsettled.length > 0) await enqueueSecondPass(db, job, new Date(Math.max(...unsettled) + settlingMs))
  // The pass reached its limit, so more deletions may be in the state `running`. Another pass deletes their clicks.
  if (deletions.length === deletedAtOnce && deletions.some(({ state }) => state === 'running')) await runClickDeletions(deps, payload)
}
