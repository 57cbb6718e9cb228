// Rolls one UTC day up, in batches of projects: the embedded engine runs one statement at a time, so inserts of
// clicks wait meanwhile. A batch that fails is halved until one project is left, so that no project keeps
// another from being rolled up.
import { ClickHouseError } from '@clickhouse/client'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Log } from '../../platform/process/log.ts'
import { maxNamesPerDay } from '../bounded-names.ts'
import { insertDailyRollup } from './daily-rollup-table.ts'
import type { ProjectDay } from './outdated-days.ts'

const maxBatchClicks = 500_000
const maxBatchProjects = 1_000
/** When as many projects fail, something else is wrong than a project. */
const maxFailures = 20

export interface ProjectFailure {
  projectId: string
  reason: string
}

export interface RolledUpDay {
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
