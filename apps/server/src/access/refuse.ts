import { catalogue, type RefusalCode } from '@linkshelf/contract'
import { ORPCError } from '@orpc/server'

/** Says no in the words of the catalogue, or in `message` where the sentence carries a number of its own. */
export function refuse(code: RefusalCode, data?: object, message: string = catalogue[code].message): never {
  throw new ORPCError(code, { status: catalogue[code].status, message, data })
}
