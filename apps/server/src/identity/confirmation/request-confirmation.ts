import { type Profile, waitInWords } from '@linkshelf/contract'
import { fail, failRateLimited, mutate, type UserContext } from '../../access/index.ts'
import { enqueueConfirmationEmail } from '../emails/email-jobs.ts'
import { lockProfileForUpdate } from '../tables/user-table.ts'
import { confirmationEmailLimit } from '../throttle/rate-limits.ts'
import type { Throttle } from '../throttle/throttle.ts'

/**
 * Sends the email again that confirms the user's address; links of earlier emails work too. A confirmed address gets
 * none. Throws TOO_MANY_REQUESTS.
 */
export async function requestConfirmation({ throttle }: { throttle: Throttle }, ctx: UserContext): Promise<Profile> {
  const { actor, requestId, address } = ctx
  const reached = await throttle.consume({ requestId, address }, { limit: confirmationEmailLimit, subject: actor.userId })
  if (reached !== undefined)
    failRateLimited(
      reached.retryAfterSeconds,
      `We sent you several emails already. Try again in ${waitInWords(reached.retryAfterSeconds)}.`,
    )
  const mutation = { action: 'user.request_confirmation', entity: 'user', entityId: actor.userId } as const
  return mutate(ctx, mutation, async (tx) => {
    const profile = (await lockProfileForUpdate(tx, actor.userId)) ?? fail('SIGN_IN_REQUIRED')
    if (!profile.email_confirmed) await enqueueConfirmationEmail(tx, actor.userId)
    return profile
  })
}
