import { organizationId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import type { ClickDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { Interval } from '../intervals.ts'
import { countDifferences, insertDifferences, insertProjectDifferences, selectDaysWithClicks } from '../rollups/click-rollup-table.ts'
import { deleteOlderRevisions, selectNextRevision } from '../rollups/daily-rollup-table.ts'
import {
  agreesWithClicks,
  computeFirstCompleteDay,
  computeSettledUntil,
  quarterMs,
  selectOutdatedDays,
  selectOutdatedProjectDays,
  settleMs,
  toUtcDate,
} from '../rollups/outdated-days.ts'
import { rollUpProjects } from '../rollups/update-daily-rollups.ts'
import { selectRecentDeletions } from './click-deletion-table.ts'
import { deleteStoredClicks, hasDeletedClicks } from './delete-stored-clicks.ts'
import { deletedAtOnce, toCorrectionQueue } from './run-click-deletions.ts'

/** The task that makes a project's rollups agree with its clicks, 75 minutes after clicks were deleted. */
export const reconcileClickRollupsTask = 'reconcile-click-rollups'

/** The organization is optional, because jobs of earlier releases do not have it. */
const clickedProject = z.object({ organizationId: z.optional(organizationId), projectId })

/** Deletions of the last day are checked again for rows that remain in ClickHouse. */
const recentMs = 86_400_000

/**
 * Enqueues the task, which runs 75 minutes after `now`. By then, even the quarter of an hour that contains a deletion's
 * instant can be compared. The task is needed because clicks that arrive while ClickHouse deletes others may be in one
 * table and not in another. A project has at most one queued task, and a later deletion postpones it.
 */
export async function enqueueReconciliation(db: Db, payload: z.input<typeof clickedProject>, now: Date): Promise<void> {
  await enqueueJob(db, reconcileClickRollupsTask, payload, {
    key: `${reconcileClickRollupsTask}:${payload.projectId}`,
    queue: toCorrectionQueue(payload.projectId),
    runAt: new Date(now.getTime() + settleMs + quarterMs),
    maxAttempts: 25,
  })
}

/**
 * Deletes rows whose insert ended after the deletion (run-click-deletions.ts). Then corrects the project's
 * quarter-hourly rollups from its stored clicks. If the clicks have expired (`retentionMonths`), corrects the project's
 * rollup from its links' rollups. After a correction from clicks, the task is enqueued again, because a batch can be in
 * `clicks` before it is in the rollups. `db` must be signed in with the account of jobs.
 */
export async function reconcileClickRollups(
  { clickhouseWriter: clickhouse, clock, db, log }: ClickDeps,
  payload: unknown,
  retentionMonths: number,
): Promise<void> {
  const project = clickedProject.parse(payload)
  const now = clock.now()
  const until = computeSettledUntil(now)
  const filter = { from: computeFirstCompleteDay(now, retentionMonths), until, projectId: project.projectId }
  const recent = await selectRecentDeletions(db, project.projectId, new Date(now.getTime() - recentMs))
  for (let first = 0; first < recent.length; first += deletedAtOnce) {
    const deletions = recent.slice(first, first + deletedAtOnce)
    if (await hasDeletedClicks(clickhouse, project.projectId, deletions)) await deleteStoredClicks(clickhouse, project.projectId, deletions)
  }
  const rows = await countDifferences(clickhouse, filter)
  if (rows > 0) {
    log.warn({ ...project, rows }, 'Correcting the click rollups of a project')
    await insertDifferences(clickhouse, filter)
    await enqueueReconciliation(db, project, now)
  }
  await insertProjectDifferences(clickhouse, project.projectId, until)
}

const daySeconds = 86_400
const maxAttempts = 5

interface RebuiltRollups {
  /** Number of corrected rows in the quarter-hourly rollups. */
  correctedRows: number
  /** Number of UTC days that were rolled up again. */
  days: number
}

/**
 * Rebuilds all rollups from the single clicks, which are stored for `retentionMonths`. Older rollups stay unchanged.
 * Clicks may arrive during the rebuild. It works day by day, and a second run gives the same numbers, so it can be
 * repeated after a kill.
 */
export async function rebuildClickRollups(
  { clickhouse, clock, log }: Pick<ClickDeps, 'clickhouse' | 'clock' | 'log'>,
  retentionMonths: number,
): Promise<RebuiltRollups> {
  const now = clock.now().getTime()
  const settled = computeSettledUntil(clock.now())
  const from = computeFirstCompleteDay(clock.now(), retentionMonths)

  let correctedRows = 0
  for (const start of await selectDaysWithClicks(clickhouse, { from, until: settled }))
    correctedRows += await correctDay({ from: start, until: Math.min(start + daySeconds, settled) })
  const revision = await selectNextRevision(clickhouse, now)
  const days = await selectOutdatedDays(clickhouse, { from: toUtcDate(from * 1000), until: toUtcDate(settled * 1000), all: true })
  for (const day of days) {
    const projects = await selectOutdatedProjectDays(clickhouse, day, { all: true })
    await rollUpProjects({ clickhouse, log }, { day, revision }, projects.filter(agreesWithClicks))
    await deleteOlderRevisions(clickhouse, day, revision)
  }
  return { correctedRows, days: days.length }

  async function correctDay(interval: Interval): Promise<number> {
    const day = toUtcDate(interval.from * 1000)
    const found = await countDifferences(clickhouse, interval)
    for (let left = found, attempts = 0; left > 0; left = await countDifferences(clickhouse, interval), attempts += 1) {
      if (attempts === maxAttempts) throw new Error(`The rollups of ${day} change while they are rebuilt; try again later`)
      log.info({ day, rows: left }, 'correcting rollups')
      await insertDifferences(clickhouse, interval)
    }
    return found
  }
}
