import { once } from 'node:events'
import { type InstanceStatus, type PartName, partNames } from '@linkshelf/contract'
import type { Clock } from '../platform/clock.ts'

/** Rejects when the part is down. The signal aborts when the check timed out. */
export type PartCheck = (signal: AbortSignal) => Promise<unknown>

const cacheMs = 5_000

/** Returns a check that all callers share: it is cached for five seconds, and a part that takes longer than `timeoutMs` is down. */
export function createStatusCheck(checks: Record<PartName, PartCheck>, clock: Clock, timeoutMs = 2_000): () => Promise<InstanceStatus> {
  const probes = partNames.map((name) => createProbe(name, checks[name], timeoutMs))
  let last: { checkedAt: number; status: Promise<InstanceStatus> } | undefined

  async function check(now: Date): Promise<InstanceStatus> {
    const parts = await Promise.all(probes.map((probe) => probe()))
    const status = parts.every((part) => part.status === 'up') ? 'operational' : 'degraded'
    return { status, parts, checked_at: now.toISOString() }
  }

  return function checkStatus() {
    const now = clock.now()
    if (last === undefined || Math.abs(now.getTime() - last.checkedAt) >= cacheMs) last = { checkedAt: now.getTime(), status: check(now) }
    return last.status
  }
}

type Part = InstanceStatus['parts'][number]

/** A part is not checked again while its previous check is pending: a database that hangs would lose a connection to each. */
function createProbe(name: PartName, check: PartCheck, timeoutMs: number): () => Promise<Part> {
  let pending: Promise<Part> | undefined
  return () => {
    const signal = AbortSignal.timeout(timeoutMs)
    pending ??= check(signal)
      .then<Part, Part>(
        () => ({ name, status: 'up' }),
        () => ({ name, status: 'down' }),
      )
      .finally(() => {
        pending = undefined
      })
    return Promise.race([pending, once(signal, 'abort').then<Part>(() => ({ name, status: 'down' }))])
  }
}
