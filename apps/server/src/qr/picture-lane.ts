import { failRateLimited } from '../access/index.ts'
import { ConcurrencyLimitError, createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'

/** One for the whole process: it is the machine's memory and cores that are spared. What waits holds no pixels yet. */
const lane = createConcurrencyLimiter({ width: 1, queueLength: 24 })
/** About as long as a full queue takes. */
const retryAfterSeconds = 5

/** Runs work that unpacks or packs many pixels when its turn comes. Refuses when too many wait. */
export async function inPictureLane<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await lane.run(work)
  } catch (error) {
    if (error instanceof ConcurrencyLimitError) failRateLimited(retryAfterSeconds)
    throw error
  }
}
