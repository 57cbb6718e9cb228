// Limits how many attempts a subject can make in a sliding window. An AttemptStore stores the counts.
import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** The maximum number of attempts of one kind that a subject can make in a sliding window. */
export interface RateLimit {
  kind: string
  max: number
  windowMs: number
}

export interface Attempt {
  limit: RateLimit
  subject: string
}

/** The limit that an attempt would exceed, and when the attempt can be repeated. */
export interface ReachedLimit extends RateLimit {
  /** The beginning of the subject's hash. It is always the same for one subject, and reveals nothing about it. */
  subject: string
  retryAfterSeconds: number
}

export interface Throttle {
  /**
   * Counts the attempts if each is within its limit. Otherwise counts none of them. Returns the limit that was reached,
   * or undefined. A rejected attempt is not counted, so it neither prolongs the rejection nor uses up another limit.
   */
  consume(...attempts: Attempt[]): Promise<ReachedLimit | undefined>
  /** Works as `consume`, but counts each of `attempts` `count` times: either all of them are counted, or none. */
  consumeSeveral(count: number, ...attempts: Attempt[]): Promise<ReachedLimit | undefined>
  /** Returns how many attempts the subject has made in the window, rounded up. */
  count(attempt: Attempt): Promise<number>
  /** Uncounts attempts that turned out to be legitimate. */
  refund(...attempts: Attempt[]): Promise<void>
  /** Works as `refund`, but uncounts each of the attempts `count` times. */
  refundSeveral(count: number, ...attempts: Attempt[]): Promise<void>
  /** Deletes the counts of these attempts' subjects. */
  reset(...attempts: Attempt[]): Promise<void>
}

export interface AttemptCount {
  key: Buffer
  window_started_at: Date
  /** The number of attempts in the window that began at `window_started_at`. */
  tries: number
  /** The number of attempts in the window before that window. */
  tries_before: number
}

export interface AttemptWindow {
  key: Buffer
  windowMs: number
  windowStartedAt: Date
}

export interface AttemptStore {
  /**
   * Returns the stored counts of these keys. A key without attempts has no count. A count may belong to an earlier
   * window.
   */
  find(keys: Buffer[]): Promise<AttemptCount[]>
  /**
   * Counts `count` attempts for each key, and returns the new counts. Each of several concurrent attempts sees a
   * different count.
   */
  increment(windows: AttemptWindow[], count: number): Promise<AttemptCount[]>
  decrement(keys: Buffer[], count: number): Promise<void>
  delete(keys: Buffer[]): Promise<void>
}

/** Creates a throttle. `secret` is the key of the subjects' hashes, so the store contains no subject. */
export function createThrottle(store: AttemptStore, clock: Clock, secret: string): Throttle {
  const hashAttempt = ({ limit, subject }: Attempt) => createHmac('sha256', secret).update(`${limit.kind}\0${subject}`).digest()
  async function consumeSeveral(count: number, ...attempts: Attempt[]): Promise<ReachedLimit | undefined> {
    const now = clock.now().getTime()
    const windows = attempts.map((attempt) => toWindow(attempt.limit, hashAttempt(attempt), now))
    const keys = windows.map(({ key }) => key)

    const reached = findReached(windows, await store.find(keys), count)
    if (reached !== undefined) return reached
    // Concurrent attempts may all have read the same counts, so the counts that the increments return decide.
    const overtaken = findReached(windows, await store.increment(windows, count), 0)
    if (overtaken !== undefined) await store.decrement(keys, count)
    return overtaken
  }
  return {
    consume: (...attempts) => consumeSeveral(1, ...attempts),
    consumeSeveral,
    async count(attempt) {
      const window = toWindow(attempt.limit, hashAttempt(attempt), clock.now().getTime())
      const [row] = await store.find([window.key])
      const { tries, triesBefore } = countTries(window, row)
      return tries + Math.ceil((triesBefore * (window.windowMs - window.passedMs)) / window.windowMs)
    },
    refund: (...attempts) => store.decrement(attempts.map(hashAttempt), 1),
    refundSeveral: (count, ...attempts) => store.decrement(attempts.map(hashAttempt), count),
    reset: (...attempts) => store.delete(attempts.map(hashAttempt)),
  }
}

interface Window extends AttemptWindow {
  limit: RateLimit
  /** How much of the window has passed. */
  passedMs: number
}

/**
 * Returns the fixed window that contains `now`. A sliding window is computed from two fixed windows: the current window
 * and the previous window.
 */
function toWindow(limit: RateLimit, key: Buffer, now: number): Window {
  const { windowMs } = limit
  const passedMs = now % windowMs
  return { key, limit, windowMs, windowStartedAt: new Date(now - passedMs), passedMs }
}

/** Returns the first limit that `added` more attempts would exceed. */
function findReached(windows: Window[], counts: AttemptCount[], added: number): ReachedLimit | undefined {
  for (const window of windows) {
    const { limit, passedMs, windowMs } = window
    const { tries, triesBefore } = countTries(
      window,
      counts.find((row) => row.key.equals(window.key)),
    )
    // Attempts in the previous window count in proportion to the part of that window that the sliding window still
    // contains. The comparison uses whole numbers, so that nothing is rounded.
    if (triesBefore * (windowMs - passedMs) <= (limit.max - tries - added) * windowMs) continue
    // The rejected attempt is subtracted, because it is not counted when the subject tries again.
    const waitMs = computeMsUntilBelow({ tries: tries + added - 1, triesBefore, max: limit.max, passedMs, windowMs })
    return { ...limit, subject: window.key.toString('hex', 0, 8), retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) }
  }
  return undefined
}

function countTries({ windowMs, windowStartedAt }: Window, count: AttemptCount | undefined): { tries: number; triesBefore: number } {
  const age = count === undefined ? Number.POSITIVE_INFINITY : windowStartedAt.getTime() - count.window_started_at.getTime()
  if (count === undefined || age > windowMs) return { tries: 0, triesBefore: 0 }
  return age === windowMs ? { tries: 0, triesBefore: count.tries } : { tries: count.tries, triesBefore: count.tries_before }
}

interface WindowUse {
  tries: number
  triesBefore: number
  max: number
  passedMs: number
  windowMs: number
}

/**
 * Returns the time until one more attempt is permitted because the share of the previous window has shrunk. If the
 * current window has fewer than `max` attempts, this is within the current window. Otherwise it is within the next
 * window, in which the current window is the previous window.
 */
function computeMsUntilBelow({ tries, triesBefore, max, passedMs, windowMs }: WindowUse): number {
  if (tries < max) return windowMs - Math.floor(((max - 1 - tries) * windowMs) / triesBefore) - passedMs
  return windowMs - passedMs + windowMs - Math.floor(((max - 1) * windowMs) / tries)
}
