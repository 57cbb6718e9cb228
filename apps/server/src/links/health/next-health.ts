import { brokenAfterHours, type LinkHealthReason, type LinkHealthStatus } from '@linkshelf/contract'
import type { Verdict } from './judge-page.ts'

export interface HealthState {
  status: LinkHealthStatus
  reason: LinkHealthReason | null
  failing_since: Date | null
  /** Temporary failures in a row. */
  retry_count: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const brokenAfterMs = brokenAfterHours * hourMs

/** A temporary failure is retried after each of these delays. The failure after the last one counts. */
const retryDelaysMs = [hourMs, 6 * hourMs]

/**
 * The page of an archived link is checked once in four weeks, because an owner could not see it
 * become broken otherwise.
 */
const archivedFactor = 4

/**
 * The state after a check, and the time until the next one.
 *
 * A link is failing from its first failure on and broken from the first one that is a day older or more; a good check
 * ends both. Temporary failures count from the third in a row. A check that says nothing about the page changes neither
 * a failing nor a broken link.
 */
export function nextHealth(before: HealthState, verdict: Verdict, now: Date, isArchived = false): HealthState & { delayMs: number } {
  const regularMs = weekMs * (isArchived ? archivedFactor : 1)
  const hasFailed = before.failing_since !== null
  switch (verdict.kind) {
    case 'ok':
      return { status: 'ok', reason: null, failing_since: null, retry_count: 0, delayMs: regularMs }
    case 'unavailable':
      return { status: 'unavailable', reason: verdict.reason, failing_since: null, retry_count: 0, delayMs: regularMs }
    case 'blocked':
    case 'unchecked':
      if (hasFailed) return { ...before, retry_count: 0, delayMs: weekMs }
      return { status: verdict.kind, reason: verdict.reason, failing_since: null, retry_count: 0, delayMs: regularMs }
    case 'temporary': {
      const delayMs = retryDelaysMs[before.retry_count]
      if (delayMs !== undefined) return { ...before, retry_count: before.retry_count + 1, delayMs }
      return fail(before, verdict.reason, now)
    }
    case 'broken':
      return fail({ ...before, retry_count: 0 }, verdict.reason, now)
  }
}

function fail(before: HealthState, reason: LinkHealthReason, now: Date): HealthState & { delayMs: number } {
  const since = before.failing_since ?? now
  const remainingMs = since.getTime() + brokenAfterMs - now.getTime()
  if (remainingMs > 0) return { ...before, status: 'failing', reason, failing_since: since, delayMs: remainingMs }
  return { ...before, status: 'broken', reason, failing_since: since, delayMs: dayMs }
}
