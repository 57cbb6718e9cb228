import { catalogue, type RefusalCode } from '@linkshelf/contract'
import { ORPCError } from '@orpc/server'

/** Says no in the words of the catalogue, or in `message` where the sentence carries a number of its own. */
export function refuse(code: RefusalCode, data?: object, message: string = catalogue[code].message): never {
  throw new ORPCError(code, { status: catalogue[code].status, message, data })
}

/** Says that it is too much for now. The answer's Retry-After is made of what is given here. */
export function refuseForNow(retryAfterSeconds: number): never {
  refuse('TOO_MANY_REQUESTS', { retry_after_seconds: retryAfterSeconds })
}
