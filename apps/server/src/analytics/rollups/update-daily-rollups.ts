import { ClickHouseError } from '@clickhouse/client'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import type { Log } from '../../platform/process/log.ts'
import { maxNamesPerDay } from '../breakdown-columns.ts'
import { insertDailyRollup, selectNextRevision } from './daily-rollup-table.ts'
import { deleteFailedRollups, type FailedRollup, insertFailedRollups, isRetryDue, selectFailedRollups } from './failed-rollup-table.ts'
import { agreesWithClicks, type ProjectDay, selectOutdatedDays, selectOutdatedProjectDays, settleMs, toUtcDate } from './outdated-days.ts'
import { saveRollupProgress } from './rollup-progress-table.ts'

/**
 * Rolling up takes a long time and many resources. So one job runs at a time, and at most one job of each task waits.
 */
export const rollUpQueue = 'daily-rollups'
export const rollUpAllDaysTask = 'roll-up-all-days'

const dayMs = 86_400_000

/**
 * Rolls up the finished UTC days among the last `days` whose rollups are missing or outdated, oldest first. Returns how
 * many days were rolled up.
 *
 * A day is finished an hour after its end, because its last clicks have been shipped by then. If clicks arrive later,
 * they cause another revision. After a kill, the next run continues where this run stopped. If two runs overlap, they
 * do the same work twice without harm. If a project's day fails, the failure is recorded, and the other projects are
 * still rolled up.
 */
export async function updateDailyRollups(deps: ClickDeps, days: number): Promise<number> {
  const { clickhouse, clock } = deps
  const nowMs = clock.now().getTime()
  const [from, until] = [toUtcDate(nowMs - settleMs - days * dayMs), toUtcDate(nowMs - settleMs)]
  const earlier = await selectFailedRollups(clickhouse)
  const failures = earlier.filter(({ day }) => day < from || day >= until)
  let rolledUpDays = 0

  const outdated = await selectOutdatedDays(clickhouse, { from, until, all: false })
  const revision = outdated.length === 0 ? 0 : await selectNextRevision(clickhouse, nowMs)
  for (const day of outdated) {
    const run = { day, revision, nowMs, earlier: new Map(earlier.filter((failure) => failure.day === day).map((of) => [of.projectId, of])) }
    const { failed, rolledUpProjects } = await rollUpDay(deps, run)
    failures.push(...failed)
    if (rolledUpProjects > 0) rolledUpDays += 1
  }
  const remaining = new Set(failures.map(({ projectId, day }) => `${projectId} ${day}`))
  await deleteFailedRollups(
    clickhouse,
    earlier.filter(({ projectId, day }) => !remaining.has(`${projectId} ${day}`)),
  )
  await saveRollupProgress(deps, { from, until, failures })
  return rolledUpDays
}

interface DayRun {
  day: string
  revision: number
  nowMs: number
  /** Failures of this day in earlier runs, by project. */
  earlier: ReadonlyMap<string, FailedRollup>
}

/**
 * Rolls up one day. `failed` has every project that has no rollup of the day now, including projects whose retry is not
 * due.
 */
async function rollUpDay(deps: ClickDeps, run: DayRun): Promise<{ failed: FailedRollup[]; rolledUpProjects: number }> {
  const { day, revision, nowMs, earlier } = run
  const projects = await selectOutdatedProjectDays(deps.clickhouse, day, { all: false })
  const { due = [], waiting = [], rejected = [] } = Object.groupBy(projects, (project) => findDayState(project, run))
  for (const project of rejected)
    if (!earlier.get(project.projectId)?.isRejected) deps.log.error({ day, ...project }, 'The rollups of a day disagree with its clicks')

  const failed = await rollUpProjects(deps, { day, revision }, due)
  const toFailure = ({ projectId, reason }: { projectId: string; reason: string }, isRejected: boolean): FailedRollup => {
    const attempts = (earlier.get(projectId)?.attempts ?? 0) + 1
    return { projectId, day, attempts, failedAtMs: nowMs, isRejected, reason }
  }
  const failures = [
    ...rejected.map(({ projectId }) => toFailure({ projectId, reason: 'The rollups disagree with the clicks' }, true)),
    ...failed.map((failure) => toFailure(failure, false)),
  ]
  await insertFailedRollups(deps.clickhouse, failures)
  const notDue = waiting.map(({ projectId }) => earlier.get(projectId)).filter((failure) => failure !== undefined)
  return { failed: [...failures, ...notDue], rolledUpProjects: due.length - failed.length }
}

function findDayState(project: ProjectDay, { earlier, nowMs }: DayRun): 'due' | 'waiting' | 'rejected' | 'final' {
  // The rollup has the numbers of the day, but some single clicks have expired. So the rollup is final, because it
  // can't be computed again.
  if (!agreesWithClicks(project)) return project.hasEarlierVersion ? 'final' : 'rejected'
  const failure = earlier.get(project.projectId)
  return failure === undefined || failure.isRejected || isRetryDue(failure, nowMs) ? 'due' : 'waiting'
}

// Rolls up one UTC day in batches of projects, because the embedded engine runs one statement at a time and inserts of
// clicks wait until it ends. If a batch fails, it is halved until one project is left, so that no project prevents
// another from being rolled up.

const maxBatchClicks = 500_000
const maxBatchProjects = 1_000
/** If this many projects have failed, the next failure ends the run, because the cause is not a single project. */
const maxFailures = 20

interface ProjectFailure {
  projectId: string
  reason: string
}

interface RolledUpDay {
  day: string
  revision: number
}

/**
 * Returns the projects that could not be rolled up. Throws if ClickHouse can't be reached, or if too many projects
 * fail.
 */
export async function rollUpProjects(
  { clickhouse, log }: { clickhouse: ClickHouse; log: Log },
  { day, revision }: RolledUpDay,
  projects: readonly ProjectDay[],
): Promise<ProjectFailure[]> {
  const failures: ProjectFailure[] = []
  for (const batch of toBatches(projects)) await rollUpBatch(batch)
  return failures

  async function rollUpBatch(batch: readonly ProjectDay[]): Promise<void> {
    try {
      const projectIds = batch.map(({ projectId }) => projectId)
      await insertDailyRollup(clickhouse, { day, revision, projectIds, isLarge: batch.some(isLarge) })
    } catch (error) {
      if (!isCausedByClicks(error) || failures.length === maxFailures) throw error
      const [{ projectId } = { projectId: '' }] = batch
      if (batch.length > 1) {
        await rollUpBatch(batch.slice(0, batch.length >> 1))
        await rollUpBatch(batch.slice(batch.length >> 1))
      } else {
        log.error({ err: error, projectId, day }, 'A day of a project could not be rolled up')
        failures.push({ projectId, reason: error.message })
      }
    }
  }
}

/** Groups projects into batches. A large project gets its own batch. */
function toBatches(projects: readonly ProjectDay[]): ProjectDay[][] {
  const batches: ProjectDay[][] = []
  let clicks = 0
  for (const project of projects) {
    const batch = batches.at(-1)
    const ofProject = isLarge(project) ? maxBatchClicks : project.storedHumans + project.storedBots
    if (batch === undefined || batch.length === maxBatchProjects || clicks + ofProject > maxBatchClicks) {
      batches.push([project])
      clicks = ofProject
    } else {
      batch.push(project)
      clicks += ofProject
    }
  }
  return batches
}

function isLarge({ storedHumans, storedBots }: ProjectDay): boolean {
  return storedHumans + storedBots > maxNamesPerDay
}

/**
 * Returns whether the clicks may have caused the error: ClickHouse failed while it executed the statement. The error of
 * an overloaded server says nothing about the clicks.
 */
function isCausedByClicks(error: unknown): error is ClickHouseError {
  return error instanceof ClickHouseError && error.type !== 'TOO_MANY_SIMULTANEOUS_QUERIES'
}
