import { createHmac } from 'node:crypto'
import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { Attempt, RateLimit } from './rate-limits.ts'
import { type AttemptCount, decrementAttempts, deleteAttempts, incrementAttempts, selectAttempts } from './throttle-table.ts'

export interface Throttle {
  /**
   * Counts the attempts when each is within its limit, otherwise none of them. Returns the limit that was reached, if one was. A rejected attempt writes
   * nothing, so it neither prolongs the rejection nor uses up another limit; the security log says which limit rejected it.
   */
  consume(source: EventSource, ...attempts: Attempt[]): Promise<RateLimit | undefined>
  /** Uncounts attempts that turned out to be legitimate. */
  refund(...attempts: Attempt[]): Promise<void>
  /** Deletes the counts of these attempts' subjects. */
  reset(...attempts: Attempt[]): Promise<void>
}

/** `secret` keys the hash of the subjects: the table contains neither email addresses nor network addresses. */
export function createThrottle({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, secret: string): Throttle {
  const keyOf = ({ limit, subject }: Attempt) => createHmac('sha256', secret).update(`${limit.kind}\0${subject}`).digest()
  return {
    async consume(source, ...attempts) {
      const now = clock.now().getTime()
      const windows = attempts.map((attempt) => windowOf(attempt.limit, keyOf(attempt), now))
      const reached = await countUnlessReached(db, windows)
      if (reached === undefined) return undefined
      logSecurityEvent(log, 'rate_limit.reached', { ...source, limit: reached.limit.kind, subject: reached.key.toString('hex', 0, 8) })
      return reached.limit
    },
    refund: (...attempts) => decrementAttempts(db, attempts.map(keyOf)),
    reset: (...attempts) => deleteAttempts(db, attempts.map(keyOf)),
  }
}

async function countUnlessReached(db: Db, windows: Window[]): Promise<Window | undefined> {
  const keys = windows.map(({ key }) => key)
  const reached = findReached(windows, await selectAttempts(db, keys), 1)
  if (reached !== undefined) return reached
  // Concurrent attempts may all have read the same counts: the counts that the increments return decide.
  const overtaken = findReached(windows, await incrementAttempts(db, windows), 0)
  if (overtaken !== undefined) await decrementAttempts(db, keys)
  return overtaken
}

interface Window {
  key: Buffer
  limit: RateLimit
  windowMs: number
  windowStartedAt: Date
  /** The share of the previous window that is still within the sliding one. */
  previousShare: number
}

/** A sliding window from two fixed ones. */
function windowOf(limit: RateLimit, key: Buffer, now: number): Window {
  const { windowMs } = limit
  const startedAt = now - (now % windowMs)
  return { key, limit, windowMs, windowStartedAt: new Date(startedAt), previousShare: 1 - (now - startedAt) / windowMs }
}

/** The first window whose limit `added` more attempts would exceed. */
function findReached(windows: Window[], counts: AttemptCount[], added: number): Window | undefined {
  return windows.find((window) => {
    const count = counts.find((row) => row.key.equals(window.key))
    return attemptsIn(window, count) + added > window.limit.max
  })
}

function attemptsIn({ windowMs, windowStartedAt, previousShare }: Window, count: AttemptCount | undefined): number {
  if (count === undefined) return 0
  const age = windowStartedAt.getTime() - count.window_started_at.getTime()
  if (age === 0) return count.tries + count.tries_before * previousShare
  return age === windowMs ? count.tries * previousShare : 0
}
