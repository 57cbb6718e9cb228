import { createHmac } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import { countTries, deleteTries, giveBackTry } from './throttle-table.ts'

/** How many tries of one kind one subject has in a sliding window. */
export interface Allowance {
  kind: string
  limit: number
  windowMs: number
}

/** Who is trying: the person an address names, the network a request came from. */
export interface Try {
  allowance: Allowance
  subject: string
}

const minuteMs = 60_000

/**
 * Sign-in: a stranger gets few tries on one account from one network, somewhat more on it from everywhere (a limit of one for all would
 * let anybody lock the owner out), and a bounded number over all accounts.
 */
export const signInAllowances = {
  accountFromNetwork: { kind: 'sign-in account and network', limit: 10, windowMs: 15 * minuteMs },
  account: { kind: 'sign-in account', limit: 100, windowMs: 15 * minuteMs },
  network: { kind: 'sign-in network', limit: 60, windowMs: 15 * minuteMs },
} as const satisfies Record<string, Allowance>

export const signUpAllowance: Allowance = { kind: 'sign-up network', limit: 200, windowMs: 60 * minuteMs }
export const resetAllowance: Allowance = { kind: 'reset network', limit: 30, windowMs: 60 * minuteMs }
export const tokenAllowance: Allowance = { kind: 'token network', limit: 60, windowMs: 60 * minuteMs }

/** Letters to one address that anybody may cause. */
export const letterAllowance: Allowance = { kind: 'letters', limit: 4, windowMs: 60 * minuteMs }

export interface Throttle {
  /** Counts the tries; true when each is within its allowance. Counting comes first, so that tries at once can't slip through together. */
  take(...tries: Try[]): Promise<boolean>
  /** What was taken was no guess: it does not count. */
  giveBack(...tries: Try[]): Promise<void>
  forget(given: Try): Promise<void>
}

/** `secret` blinds the subjects: the table holds neither addresses of people nor of networks. */
export function makeThrottle(db: Db, clock: Clock, secret: string): Throttle {
  const keyOf = ({ allowance, subject }: Try) => createHmac('sha256', secret).update(`${allowance.kind}\0${subject}`).digest()
  return {
    async take(...tries) {
      const now = clock.now().getTime()
      const windows = tries.map((given) => windowOf(given.allowance, keyOf(given), now))
      const counts = await countTries(db, windows)
      return windows.every(({ key, limit, share }) => {
        const count = counts.find((row) => row.key.equals(key))
        return count !== undefined && count.tries + Math.min(count.tries_before, limit) * share <= limit
      })
    },
    giveBack: (...tries) => giveBackTry(db, tries.map(keyOf)),
    forget: (given) => deleteTries(db, keyOf(given)),
  }
}

/** A sliding window from two fixed ones: the one before counts by the share of it that still lies within reach. */
function windowOf({ limit, windowMs }: Allowance, key: Buffer, now: number) {
  const startedAt = now - (now % windowMs)
  return { key, limit, windowMs, windowStartedAt: new Date(startedAt), share: 1 - (now - startedAt) / windowMs }
}
