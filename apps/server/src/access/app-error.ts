import { type ErrorCode, errorCatalogue } from '@linkshelf/contract'
import { ORPCError } from '@orpc/server'

/** Says no in the words of the errorCatalogue, or in `message` where the sentence carries a number of its own. */
export function fail(code: ErrorCode, data?: object, message: string = errorCatalogue[code].message): never {
  throw new ORPCError(code, { status: errorCatalogue[code].status, message, data })
}

/** Says that it is too much for now. The answer's Retry-After is made of what is given here. */
export function failRateLimited(retryAfterSeconds: number): never {
  fail('TOO_MANY_REQUESTS', { retry_after_seconds: retryAfterSeconds })
}
