// Limits how many calls of one user run at once, including calls with the user's API keys. A user's waiting calls never
// delay the calls of other users.
import type { CallMeta } from '@linkshelf/contract'
import { ConcurrencyLimitError, type ConcurrencyLimiter, createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { failRateLimited } from './app-error.ts'
import type { ApiKeyActor, UserActor } from './context.ts'

export interface CallLimits {
  /** Runs a call once a slot is free. Throws TOO_MANY_REQUESTS if too many calls of the same user wait. */
  run<Result>(call: LimitedCall, work: () => PromiseLike<Result> | Result): Promise<Result>
}

export interface LimitedCall {
  /** The key of the limit that counts the call: the user's id, or the organization's id if the user is not known. */
  key: string
  meta: CallMeta
  /** If this signal aborts, the waiting call leaves the queue. */
  signal: AbortSignal | undefined
  /** Whether the call already has an upload slot. */
  isUpload: boolean
  /** Resolves when the response is sent or aborted. A download occupies its slot until then. */
  responseEnds: Promise<unknown> | undefined
}

/**
 * Limits a user's concurrent calls. The dashboard sends at most about 30 calls at once; only a script without pauses
 * sends more.
 */
const callsPerUser = { width: 4, queueLength: 32 }
/** Limits downloads. A download reads one page of rows at a time, as fast as the client receives them. */
const downloadsPerUser = { width: 2, queueLength: 8 }
const retryAfterSeconds = 1

/**
 * Creates the limits of calls. Streams and uploads are not counted, because they have their own limits. There is no
 * limit for all users together: a call waits only for calls of the same user. All users share the PostgreSQL
 * connections and the slots for click queries, and a call occupies those only while it uses them.
 */
export function createCallLimits(): CallLimits {
  const unlimited = { width: Number.POSITIVE_INFINITY, queueLength: Number.POSITIVE_INFINITY }
  const calls = createConcurrencyLimiter({ ...unlimited, perKey: callsPerUser })
  const downloads = createConcurrencyLimiter({ ...unlimited, perKey: downloadsPerUser })

  return {
    async run({ key, meta, signal, isUpload, responseEnds }, work) {
      if (isUpload || meta.concurrency === 'streams') return work()
      const options = { key, signal }
      try {
        if (meta.concurrency === 'downloads') return await runWithSlotUntil(downloads, options, work, responseEnds)
        return await calls.run(async () => work(), options)
      } catch (error) {
        if (error instanceof ConcurrencyLimitError) failRateLimited(retryAfterSeconds)
        throw error
      }
    },
  }
}

/**
 * Returns the key under which an actor's calls are counted: the user's id, also for API keys. Creating more keys or
 * organizations therefore raises no limit.
 */
export function getCallerKey(actor: UserActor | ApiKeyActor): string {
  return actor.userId
}

/** Runs the work in a slot and resolves with its result. The slot remains occupied until `ends` resolves too. */
async function runWithSlotUntil<Result>(
  limiter: ConcurrencyLimiter,
  options: Parameters<ConcurrencyLimiter['run']>[1],
  work: () => PromiseLike<Result> | Result,
  ends: Promise<unknown> | undefined,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const slot = limiter.run(async () => {
    resolve(await work())
    await ends
  }, options)
  slot.catch(reject)
  return promise
}
