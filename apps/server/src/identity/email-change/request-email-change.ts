// A user changes the account's email address in two steps: the user requests the change, and confirms it by a link sent
// to the new address. The responses do the same work whether or not the new address has an account. Only the emails
// differ.
import { formatWait } from '@linkshelf/contract'
import { fail, failRateLimited, mutate, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { reauthenticate } from '../passwords/change-password.ts'
import { getSessionUid } from '../sessions/end-sessions.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import { deletePendingChanges, replacePendingChange } from '../tables/email-change-table.ts'
import { lockProfileForUpdate } from '../tables/user-table.ts'
import { emailChangeLimit, toSignUpEmailAttempt } from '../throttle/rate-limits.ts'
import { enqueueEmailChangeLink } from './email-change-emails.ts'

/** The mail server can be down for four days before the link is sent. The link then sets a shorter expiry. */
const unsentMs = 5 * 24 * 60 * 60_000

export interface EmailChangeRequest {
  email: string
  /** The current password. Only needed if the sign-in is not recent; otherwise it can be empty. */
  password: string
  /** Needed together with the password if the account has a second factor. */
  code?: string | undefined
}

/**
 * Requests the change and emails a link to the new address. The request replaces an earlier request. If the new address
 * got too many emails, sends none. Throws:
 * - REAUTHENTICATION_REQUIRED if the sign-in is not recent and there is no password
 * - PASSWORD_WRONG, SECOND_FACTOR_REQUIRED or CODE_WRONG
 * - TOO_MANY_REQUESTS after too many requests of the user, or too many wrong passwords
 * - SIGN_IN_REQUIRED if the session has ended or the account is deleted
 */
export async function requestEmailChange(
  deps: Pick<IdentityDeps, 'throttle' | 'keyCipher' | 'ids' | 'isProviderOnly'>,
  ctx: UserContext,
  { email, password, code }: EmailChangeRequest,
): Promise<void> {
  const { userId } = ctx.actor
  const sessionUid = getSessionUid(ctx) ?? fail('SIGN_IN_REQUIRED')
  if (password === '') await requireRecentSignIn(ctx)
  else await reauthenticate(deps, ctx, { password, code })

  const source = { requestId: ctx.requestId, address: ctx.address }
  const reached = await deps.throttle.consume(source, { limit: emailChangeLimit, subject: userId })
  if (reached !== undefined)
    failRateLimited(
      reached.retryAfterSeconds,
      `You asked for several changes already. Try again in ${formatWait(reached.retryAfterSeconds)}.`,
    )
  const sendsEmail = (await deps.throttle.consume(source, toSignUpEmailAttempt(email))) === undefined
  return mutate(ctx, { action: 'user.request_email_change', entity: 'user', entityId: userId }, async (tx, change) => {
    await requireSignedIn(tx, ctx)
    const profile = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    change.before = { email: profile.email }
    change.after = { email }
    const id = deps.ids.next()
    await replacePendingChange(tx, {
      id,
      user_id: userId,
      email,
      session_uid: sessionUid,
      requested_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + unsentMs),
    })
    if (sendsEmail) await enqueueEmailChangeLink(tx, id)
  })
}

/** Cancels the user's pending change. If there is none, changes nothing. Throws SIGN_IN_REQUIRED. */
export function cancelEmailChange(ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'user.cancel_email_change', entity: 'user', entityId: userId }, async (tx) => {
    await requireSignedIn(tx, ctx)
    if ((await lockProfileForUpdate(tx, userId)) === undefined) fail('SIGN_IN_REQUIRED')
    await deletePendingChanges(tx, userId)
  })
}
