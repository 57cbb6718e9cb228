import { type ErrorCode, errorCatalog } from '@linkshelf/contract'
import { ORPCError } from '@orpc/server'

/** An expected error of the catalog. `message` replaces the catalog's sentence, e.g. to include a limit. */
export class AppError extends ORPCError<ErrorCode, object | undefined> {
  constructor(code: ErrorCode, data?: object, message: string = errorCatalog[code].message) {
    super(code, { status: errorCatalog[code].status, message, data })
  }
}

/** Throws an AppError; for use where an expression is needed: `row ?? fail('LINK_NOT_FOUND')`. */
export function fail(code: ErrorCode, data?: object, message?: string): never {
  throw new AppError(code, data, message)
}

/** Throws TOO_MANY_REQUESTS; the response's Retry-After header is `retryAfterSeconds`. */
export function failRateLimited(retryAfterSeconds: number, message?: string): never {
  fail('TOO_MANY_REQUESTS', { retry_after_seconds: retryAfterSeconds }, message)
}
