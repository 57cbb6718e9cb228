import { EventEmitter } from 'node:events'
import type { Job, RunnerOptions, Worker, WorkerEvents } from 'graphile-worker'

/**
 * Options of a runner whose workers run at most `limit` jobs of one organization at once: they skip its further jobs,
 * which wait. `enqueue_job` and `enqueue_file_job` flag each job with the organization of its payload, and with nothing
 * else. A job without one is never skipped.
 *
 * Workers look for a job one after the other, since two that looked at once would not count each other's.
 */
export function limitJobsPerOrganization(limit: number): Pick<RunnerOptions, 'forbiddenFlags' | 'events'> {
  const running = new Map<Worker, Job>()
  const waiting: (() => void)[] = []
  let isLooking = false
  const events: WorkerEvents = new EventEmitter()

  function findFlagsAtLimit(): string[] {
    const counts = new Map<string, number>()
    for (const { flags } of running.values()) for (const flag of Object.keys(flags ?? {})) counts.set(flag, (counts.get(flag) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= limit).map(([flag]) => flag)
  }
  function endLooking(): void {
    const next = waiting.shift()
    if (next === undefined) isLooking = false
    else next()
  }

  events.on('job:start', ({ worker, job }) => {
    running.set(worker, job)
    endLooking()
  })
  events.on('worker:getJob:empty', endLooking)
  events.on('worker:getJob:error', endLooking)
  // A worker that could not release its job ends, and its job is not completed.
  for (const end of ['job:complete', 'worker:fatalError', 'worker:stop'] as const)
    events.on(end, ({ worker }) => void running.delete(worker))

  return {
    events,
    async forbiddenFlags() {
      if (isLooking) await new Promise<void>((resolve) => waiting.push(resolve))
      isLooking = true
      return findFlagsAtLimit()
    },
  }
}
