import { type EventSource, logSecurityEvent } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createPostgresAttempts } from '../../platform/throttle/postgres-attempts.ts'
import {
  type Attempt,
  type Throttle as Counter,
  createThrottle as createCounter,
  type ReachedLimit,
} from '../../platform/throttle/throttle.ts'

/** A throttle shared by every process, whose rejections are in the security log. */
export interface Throttle extends Pick<Counter, 'refund' | 'reset'> {
  consume(source: EventSource, ...attempts: Attempt[]): Promise<ReachedLimit | undefined>
}

/** `secret` keys the hash of the subjects: the table contains neither email addresses nor network addresses. */
export function createThrottle({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, secret: string): Throttle {
  const { consume, refund, reset } = createCounter(createPostgresAttempts(db), clock, secret)
  return {
    async consume(source, ...attempts) {
      const reached = await consume(...attempts)
      if (reached !== undefined) logSecurityEvent(log, 'rate_limit.reached', { ...source, limit: reached.kind, subject: reached.subject })
      return reached
    },
    refund,
    reset,
  }
}
