import { once } from 'node:events'
import { type InstanceStatus, type PartName, partNames } from '@linkshelf/contract'
import type { Clock } from '../platform/clock.ts'

/** Rejects if the part is down. The signal aborts when the check times out. */
export type PartCheck = (signal: AbortSignal) => Promise<unknown>

export interface StatusSources {
  checks: Record<PartName, PartCheck>
  isLosingClicks(): boolean
  /** Whether files are rejected because a disk has too little free space. */
  isDiskLow(): Promise<boolean>
  /** If it rejects, the rollup status is unknown. */
  findRollups(): Promise<InstanceStatus['daily_rollups']>
}

/**
 * How long a status is cached. The sum of this time and `checkTimeoutMs` must be less than five seconds, because the
 * status must report within five seconds that a part is down.
 */
export const statusCacheMs = 2_500
export const checkTimeoutMs = 2_000

/** Returns a check whose short-lived result all callers share. If a part takes longer than `timeoutMs`, it is down. */
export function createStatusCheck(
  { checks, isLosingClicks, isDiskLow, findRollups }: StatusSources,
  clock: Clock,
  timeoutMs = checkTimeoutMs,
): () => Promise<InstanceStatus> {
  const partProbes = partNames.map((name) => {
    const up = (): Part => ({ name, status: 'up' })
    return createProbe<Part>((signal) => checks[name](signal).then(up), { name, status: 'down' }, timeoutMs)
  })
  const probeDisk = createProbe(isDiskLow, false, timeoutMs)
  const probeRollups = createProbe(findRollups, null, timeoutMs)
  let last: { checkedAt: number; status: Promise<InstanceStatus> } | undefined

  async function check(now: Date): Promise<InstanceStatus> {
    const [low_disk, rollups, ...parts] = await Promise.all([probeDisk(), probeRollups(), ...partProbes.map((probe) => probe())])
    const losing_clicks = isLosingClicks()
    const status = parts.every((part) => part.status === 'up') && !losing_clicks && !low_disk ? 'operational' : 'degraded'
    return { status, parts, losing_clicks, low_disk, daily_rollups: rollups, checked_at: now.toISOString() }
  }

  return function checkStatus() {
    const now = clock.now()
    if (last === undefined || Math.abs(now.getTime() - last.checkedAt) >= statusCacheMs)
      last = { checkedAt: now.getTime(), status: check(now) }
    return last.status
  }
}

type Part = InstanceStatus['parts'][number]

/**
 * Creates a function that runs the check, and returns `fallback` if the check rejects or takes too long. While a check
 * is pending, it is not started again, because a hanging database would otherwise use up another connection for each
 * check.
 */
function createProbe<Result>(check: (signal: AbortSignal) => Promise<Result>, fallback: Result, timeoutMs: number): () => Promise<Result> {
  let pending: Promise<Result> | undefined
  return () => {
    const signal = AbortSignal.timeout(timeoutMs)
    pending ??= check(signal)
      .catch(() => fallback)
      .finally(() => {
        pending = undefined
      })
    return Promise.race([pending, once(signal, 'abort').then(() => fallback)])
  }
}
