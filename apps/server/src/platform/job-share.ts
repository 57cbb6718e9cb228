import { EventEmitter } from 'node:events'
import type { Job, RunnerOptions, WorkerEvents } from 'graphile-worker'

/**
 * Options of a runner whose workers run at most `limit` jobs of one organization at once: they skip its further jobs,
 * which wait. `enqueue_job` flags each job with the organization of its payload. A job without one is never skipped.
 *
 * Workers look for a job one after the other, since two that looked at once would not count each other's.
 */
export function limitJobsPerOrganization(limit: number): Pick<RunnerOptions, 'forbiddenFlags' | 'events'> {
  const running = new Map<string, number>()
  const waiting: (() => void)[] = []
  let isLooking = false
  const events: WorkerEvents = new EventEmitter()

  function change({ flags }: Job, by: number): void {
    for (const flag of Object.keys(flags ?? {})) {
      const count = (running.get(flag) ?? 0) + by
      if (count > 0) running.set(flag, count)
      else running.delete(flag)
    }
  }
  function endLooking(): void {
    const next = waiting.shift()
    if (next === undefined) isLooking = false
    else next()
  }

  events.on('job:start', ({ job }) => {
    change(job, 1)
    endLooking()
  })
  events.on('worker:getJob:empty', endLooking)
  events.on('worker:getJob:error', endLooking)
  events.on('job:complete', ({ job }) => change(job, -1))

  return {
    events,
    async forbiddenFlags() {
      if (isLooking) await new Promise<void>((resolve) => waiting.push(resolve))
      isLooking = true
      return [...running].filter(([, count]) => count >= limit).map(([flag]) => flag)
    },
  }
}
