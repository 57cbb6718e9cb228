import { waitInWords } from '@linkshelf/contract'
import { fail, failRateLimited, logSecurityEvent, type UserContext } from '../../access/index.ts'
import type { Credentials } from '../tables/user-table.ts'
import { passwordChangeLimit } from '../throttle/rate-limits.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { isPassword } from './password-hash.ts'

/**
 * A signed-in user enters their password again. Throws PASSWORD_WRONG, and TOO_MANY_REQUESTS after too many wrong ones.
 */
export async function confirmPassword(
  { throttle }: { throttle: Throttle },
  ctx: UserContext,
  { user, password }: { user: Credentials; password: string },
): Promise<void> {
  const { userId } = ctx.actor
  const attempt = { limit: passwordChangeLimit, subject: userId }
  const event = { requestId: ctx.requestId, address: ctx.address }
  const reached = await throttle.consume(event, attempt)
  if (reached !== undefined)
    failRateLimited(reached.retryAfterSeconds, `Too many wrong passwords. Try again in ${waitInWords(reached.retryAfterSeconds)}.`)
  if (!(await isPassword(user.password_hash, password))) {
    logSecurityEvent(ctx.log, 'password_change.failed', { ...event, userId })
    fail('PASSWORD_WRONG')
  }
  await throttle.refund(attempt)
}
