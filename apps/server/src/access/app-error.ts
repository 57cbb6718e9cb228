import { type ErrorCode, errorCatalog } from '@linkshelf/contract'
import { ORPCError } from '@orpc/server'
import { ConcurrencyLimitError, type ConcurrencyLimiter, type TaskOptions } from '../platform/concurrency-limiter.ts'

/** An expected error of the catalog. `message` replaces the catalog's sentence, e.g. to include a limit. */
export class AppError extends ORPCError<ErrorCode, object | undefined> {
  constructor(code: ErrorCode, data?: object, message: string = errorCatalog[code].message) {
    super(code, { status: errorCatalog[code].status, message, data })
  }
}

/** Throws an AppError. It can be used in an expression: `row ?? fail('LINK_NOT_FOUND')`. */
export function fail(code: ErrorCode, data?: object, message?: string): never {
  throw new AppError(code, data, message)
}

/** Throws TOO_MANY_REQUESTS. The response's Retry-After header has the value of `retryAfterSeconds`. */
export function failRateLimited(retryAfterSeconds: number, message?: string): never {
  fail('TOO_MANY_REQUESTS', { retry_after_seconds: retryAfterSeconds }, message)
}

/** Runs a task in a concurrency limiter. Throws TOO_MANY_REQUESTS if all slots and places in the queue are taken. */
export async function runLimited<T>(
  limiter: ConcurrencyLimiter,
  task: () => Promise<T>,
  { retryAfterSeconds, ...options }: TaskOptions & { retryAfterSeconds: number },
): Promise<T> {
  try {
    return await limiter.run(task, options)
  } catch (error) {
    if (error instanceof ConcurrencyLimitError) failRateLimited(retryAfterSeconds)
    throw error
  }
}
