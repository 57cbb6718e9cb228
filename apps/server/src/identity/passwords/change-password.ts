import { formatWait, type PasswordChange, type Reauthentication } from '@linkshelf/contract'
import { fail, failRateLimited, logSecurityEvent, mutate, type UserContext } from '../../access/index.ts'
import { enqueuePasswordChangedEmail } from '../emails/email-jobs.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import { deleteUserTokens } from '../tables/email-token-table.ts'
import { updateReauthenticated } from '../tables/session-table.ts'
import { type Credentials, selectCredentialsByUserId, updateOwnPassword } from '../tables/user-table.ts'
import { type LoggedThrottle, passwordChangeLimit } from '../throttle/rate-limits.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { findPasswordProblem } from './password-rules.ts'

/**
 * Replaces the signed-in user's password, and signs out every other session. Throws:
 * - PASSWORD_WRONG if the current password is wrong or another change replaced it first
 * - PASSWORD_REJECTED if the new password can't be used
 * - TOO_MANY_REQUESTS after too many wrong passwords
 * - SIGN_IN_REQUIRED for an API key, a session that was signed out, or a deleted account
 */
export async function changePassword(
  deps: { throttle: LoggedThrottle; passwordMinLength: number },
  ctx: UserContext,
  { current_password: current, new_password: next }: PasswordChange,
): Promise<void> {
  const { userId } = ctx.actor
  const user = (await selectCredentialsByUserId(ctx.db, userId)) ?? fail('SIGN_IN_REQUIRED')
  const problem =
    current === next ? 'Choose a password that differs from your current one.' : findNewPasswordProblem(next, user, deps.passwordMinLength)
  if (problem !== undefined) fail('PASSWORD_REJECTED', undefined, problem)

  await confirmPassword(deps, ctx, { user, password: current })
  const passwordHash = await hashPassword(next)
  return mutate(ctx, { action: 'user.change_password', entity: 'user', entityId: userId }, async (tx, change) => {
    await endOtherSessions(tx, ctx, change)
    if (!(await updateOwnPassword(tx, userId, user.password_hash, passwordHash))) fail('PASSWORD_WRONG')
    await deleteUserTokens(tx, 'password_resets', userId)
    await enqueuePasswordChangedEmail(tx, userId)
  })
}

function findNewPasswordProblem(password: string, { email, full_name: fullName }: Credentials, minLength: number): string | undefined {
  return findPasswordProblem(password, { email, fullName }, minLength)
}

/**
 * Records that the user entered the password again, for this session only. Throws:
 * - PASSWORD_WRONG
 * - TOO_MANY_REQUESTS after too many wrong passwords
 * - SIGN_IN_REQUIRED for an API key, a session that ended, or a deleted account
 */
export async function reauthenticate(deps: { throttle: LoggedThrottle }, ctx: UserContext, { password }: Reauthentication): Promise<void> {
  const user = (await selectCredentialsByUserId(ctx.db, ctx.actor.userId)) ?? fail('SIGN_IN_REQUIRED')
  await confirmPassword(deps, ctx, { user, password })
  return mutate(ctx, { action: 'session.reauthenticate', entity: 'session' }, async (tx, change) => {
    const session = (await requireSignedIn(tx, ctx)) ?? fail('SIGN_IN_REQUIRED')
    change.entityId = session.id
    await updateReauthenticated(tx, session.uid, ctx.now)
  })
}

/**
 * Checks the password that a signed-in user entered again. Throws PASSWORD_WRONG, and TOO_MANY_REQUESTS after too many
 * wrong passwords.
 */
export async function confirmPassword(
  { throttle }: { throttle: LoggedThrottle },
  ctx: UserContext,
  { user, password }: { user: Credentials; password: string },
): Promise<void> {
  const { userId } = ctx.actor
  const attempt = { limit: passwordChangeLimit, subject: userId }
  const event = { requestId: ctx.requestId, address: ctx.address }
  const reached = await throttle.consume(event, attempt)
  if (reached !== undefined)
    failRateLimited(reached.retryAfterSeconds, `Too many wrong passwords. Try again in ${formatWait(reached.retryAfterSeconds)}.`)
  if (!(await verifyPassword(user.password_hash, password))) {
    logSecurityEvent(ctx.log, 'password_change.failed', { ...event, userId })
    fail('PASSWORD_WRONG')
  }
  await throttle.refund(attempt)
}
