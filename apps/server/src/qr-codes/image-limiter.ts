import { failRateLimited } from '../access/index.ts'
import { ConcurrencyLimitError, createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'

/**
 * The whole process shares one limiter, because it limits the machine's memory and cores. A queued task has
 * no pixels in memory yet.
 */
const limiter = createConcurrencyLimiter({ width: 1, queueLength: 24 })
/** About as long as a full queue takes. */
const retryAfterSeconds = 5

/** Runs work that decodes or encodes many pixels, one at a time. Throws TOO_MANY_REQUESTS when the queue is full. */
export async function runImageTask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await limiter.run(work)
  } catch (error) {
    if (error instanceof ConcurrencyLimitError) failRateLimited(retryAfterSeconds)
    throw error
  }
}
