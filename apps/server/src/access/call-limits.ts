// How many calls of one user, with their API keys too, are at work at once. The calls of others are not behind those
// that wait.
import type { CallMeta } from '@linkshelf/contract'
import { ConcurrencyLimitError, type ConcurrencyLimiter, createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { failRateLimited } from './app-error.ts'
import type { ApiKeyActor, UserActor } from './context.ts'

export interface CallLimits {
  /** Runs a call when its turn comes. Throws TOO_MANY_REQUESTS when too many calls of the same user wait. */
  run<Result>(call: LimitedCall, work: () => PromiseLike<Result> | Result): Promise<Result>
}

export interface LimitedCall {
  /** The id of the user whose limits count the call, or of the organization when no user is known. */
  key: string
  meta: CallMeta
  /** A call that is aborted leaves the queue. */
  signal: AbortSignal | undefined
  /** Whether the call has a slot of uploads. */
  isUpload: boolean
  /** Resolves when the response is sent or aborted; a download has its slot until then. */
  responseEnds: Promise<unknown> | undefined
}

/** The dashboard sends some 30 calls at once at most; what is over that is a script without a pause. */
const callsPerUser = { width: 4, queueLength: 32 }
/** A download reads a page of rows at a time, as fast as the client takes them. */
const downloadsPerUser = { width: 2, queueLength: 8 }
const retryAfterSeconds = 1

/**
 * Streams and uploads are excluded, since they have limits of their own. `width` is unlimited over all users together:
 * a call waits only for calls of its own user. All users together share the connections to PostgreSQL and the slots for
 * queries of clicks, which a call takes only while it uses them.
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
 * Returns the key of an actor's limits: the id of the user, also behind an API key. More keys, or organizations to
 * create them in, raise no limit.
 */
export function getCallerKey(actor: UserActor | ApiKeyActor): string {
  return actor.userId
}

/** Resolves with the result of the work, whose slot is taken until `ends` resolves too. */
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
