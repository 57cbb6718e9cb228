import { ClickHouseError } from '@clickhouse/client'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import type { Log } from '../../platform/process/log.ts'
import { maxNamesPerDay } from '../breakdown-columns.ts'
import { insertDailyRollup, selectNextRevision } from './daily-rollup-table.ts'
import { deleteFailedRollups, type FailedRollup, insertFailedRollups, isRetryDue, selectFailedRollups } from './failed-rollup-table.ts'
import { agreesWithClicks, type ProjectDay, selectOutdatedDays, selectOutdatedProjects, settleMs, toUtcDate } from './outdated-days.ts'
import { saveRollupProgress } from './rollup-progress-table.ts'

/** Rolling up takes a long time and many resources: one job at a time runs, and at most one of each task waits. */
export const rollUpQueue = 'daily-rollups'
export const rollUpAllDaysTask = 'roll-up-all-days'

const dayMs = 86_400_000

/**
 * Rolls up the finished UTC days among the last `days` whose rollups are missing or outdated, oldest first, and returns
 * how many there were. A day is finished an hour after its end: by then its last clicks have been shipped; later ones
 * cause another revision. After a kill the next run continues where this one stopped; two at once do the same work
 * twice without harm. A project whose day fails is recorded, and does not stop the others.
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

/** `failed`: every project that has no rollup of the day now, those included that are not due. */
async function rollUpDay(deps: ClickDeps, run: DayRun): Promise<{ failed: FailedRollup[]; rolledUpProjects: number }> {
  const { day, revision, nowMs, earlier } = run
  const projects = await selectOutdatedProjects(deps.clickhouse, day, { all: false })
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
  // Some of its clicks have expired: its rollup is the best there is.
  if (!agreesWithClicks(project)) return project.hasEarlierVersion ? 'final' : 'rejected'
  const failure = earlier.get(project.projectId)
  return failure === undefined || failure.isRejected || isRetryDue(failure, nowMs) ? 'due' : 'waiting'
}

// Rolls one UTC day up, in batches of projects: the embedded engine runs one statement at a time, so inserts of
// clicks wait meanwhile. A batch that fails is halved until one project is left, so that no project keeps
// another from being rolled up.

const maxBatchClicks = 500_000
const maxBatchProjects = 1_000
/** When as many projects fail, something else is wrong than a project. */
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
 * Returns the projects that could not be rolled up. Throws when ClickHouse can't be reached, or the
 * cause is not one project.
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

/** A large project is a batch of its own. */
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

/** Errors of ClickHouse while it works on the statement. An overloaded server says nothing about the clicks. */
function isCausedByClicks(error: unknown): error is ClickHouseError {
  return error instanceof ClickHouseError && error.type !== 'TOO_MANY_SIMULTANEOUS_QUERIES'
}
