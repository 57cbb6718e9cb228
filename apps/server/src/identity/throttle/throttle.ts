import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { decrementAttempts, deleteAttempts, incrementAttempts } from './throttle-table.ts'

/** How many attempts of one kind a subject has in a sliding window. */
export interface RateLimit {
  kind: string
  max: number
  windowMs: number
}

/** One attempt by a subject: the account an address names, or the network a request came from. */
export interface Attempt {
  limit: RateLimit
  subject: string
}

const minuteMs = 60_000

/**
 * Sign-in has three limits: few attempts on one account from one network; more on that account from everywhere (a single low limit would let
 * anyone lock the owner out); a bounded number of attempts by one network over all accounts.
 */
export const signInLimits = {
  accountFromNetwork: { kind: 'sign-in account and network', max: 10, windowMs: 15 * minuteMs },
  account: { kind: 'sign-in account', max: 100, windowMs: 15 * minuteMs },
  network: { kind: 'sign-in network', max: 60, windowMs: 15 * minuteMs },
} as const satisfies Record<string, RateLimit>

export const signUpLimit: RateLimit = { kind: 'sign-up network', max: 200, windowMs: 60 * minuteMs }
export const passwordResetLimit: RateLimit = { kind: 'reset network', max: 30, windowMs: 60 * minuteMs }
export const tokenLimit: RateLimit = { kind: 'token network', max: 60, windowMs: 60 * minuteMs }

/** Emails to one address that anyone can cause. */
export const emailLimit: RateLimit = { kind: 'emails', max: 4, windowMs: 60 * minuteMs }

export interface Throttle {
  /** Counts the attempts and returns true when each is within its limit. Counting comes first, so concurrent attempts can't slip through together. */
  consume(...attempts: Attempt[]): Promise<boolean>
  /** Uncounts attempts that turned out to be legitimate. */
  refund(...attempts: Attempt[]): Promise<void>
  /** Deletes the count of this subject. */
  reset(attempt: Attempt): Promise<void>
}

/** `secret` keys the hash of the subjects: the table contains neither email addresses nor network addresses. */
export function createThrottle(db: Db, clock: Clock, secret: string): Throttle {
  const keyOf = ({ limit, subject }: Attempt) => createHmac('sha256', secret).update(`${limit.kind}\0${subject}`).digest()
  return {
    async consume(...attempts) {
      const now = clock.now().getTime()
      const windows = attempts.map((attempt) => windowOf(attempt.limit, keyOf(attempt), now))
      const counts = await incrementAttempts(db, windows)
      return windows.every(({ key, max, previousShare }) => {
        const count = counts.find((row) => row.key.equals(key))
        return count !== undefined && count.tries + Math.min(count.tries_before, max) * previousShare <= max
      })
    },
    refund: (...attempts) => decrementAttempts(db, attempts.map(keyOf)),
    reset: (attempt) => deleteAttempts(db, keyOf(attempt)),
  }
}

/** A sliding window from two fixed ones: the previous one counts by the share of it that is still within the sliding window. */
function windowOf({ max, windowMs }: RateLimit, key: Buffer, now: number) {
  const startedAt = now - (now % windowMs)
  return { key, max, windowMs, windowStartedAt: new Date(startedAt), previousShare: 1 - (now - startedAt) / windowMs }
}
