import { EventEmitter } from 'node:events'
import type { Job, RunnerOptions, Worker, WorkerEvents } from 'graphile-worker'

/**
 * Returns options for a runner whose workers run up to `limit` jobs of one organization at once. The workers skip other
 * jobs of that organization, so these jobs wait. `enqueue_job` and `enqueue_file_job` flag each job with the
 * organization of its payload and set no other flag. Jobs without an organization are never skipped.
 *
 * Workers look for a job one after the other, because two workers that looked at the same time would not count each
 * other's job.
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
  // If a worker cannot release its job, the worker ends without a `job:complete` event.
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
