import { formatWait, type PasswordChange } from '@linkshelf/contract'
import { fail, failRateLimited, logSecurityEvent, mutate, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type CodeDeps, hasSecondFactor, verifyOwnCode } from '../codes/verify-code.ts'
import { enqueuePasswordChangedEmail } from '../emails/email-jobs.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import { deleteUserTokens } from '../tables/email-token-table.ts'
import { updateReauthenticated } from '../tables/session-table.ts'
import { type Credentials, selectCredentialsByUserId, updateOwnPassword } from '../tables/user-table.ts'
import { passwordChangeLimit } from '../throttle/rate-limits.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { findPasswordProblem, passwordMessages } from './password-rules.ts'

/**
 * Replaces the signed-in user's password, and signs out every other session. Throws:
 * - PASSWORD_WRONG if the current password is wrong or another change replaced it first
 * - SECOND_FACTOR_REQUIRED or CODE_WRONG if the account has a second factor, and the code is missing or wrong
 * - PASSWORD_REJECTED if the new password can't be used
 * - TOO_MANY_REQUESTS after too many wrong passwords
 * - SIGN_IN_REQUIRED for an API key, a session that was signed out, or a deleted account
 */
export async function changePassword(
  deps: CodeDeps & { passwordMinLength: number },
  ctx: UserContext,
  { current_password: current, new_password: next, code }: PasswordChange,
): Promise<void> {
  const { userId } = ctx.actor
  const user = (await selectCredentialsByUserId(ctx.db, userId)) ?? fail('SIGN_IN_REQUIRED')
  const problem =
    current === next ? 'Choose a password that differs from your current one.' : findNewPasswordProblem(next, user, deps.passwordMinLength)
  if (problem !== undefined) fail('PASSWORD_REJECTED', undefined, problem)

  await confirmIdentity(deps, ctx, { user, password: current, code })
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
 * Records that the user entered the password again, and a code if the account has a second factor, for this session
 * only. Throws:
 * - PASSWORD_WRONG, SECOND_FACTOR_REQUIRED or CODE_WRONG
 * - TOO_MANY_REQUESTS after too many wrong passwords or codes
 * - SIGN_IN_REQUIRED for an API key, a session that ended, or a deleted account
 */
export async function reauthenticate(
  deps: CodeDeps,
  ctx: UserContext,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  const user = (await selectCredentialsByUserId(ctx.db, ctx.actor.userId)) ?? fail('SIGN_IN_REQUIRED')
  await confirmIdentity(deps, ctx, { user, password, code })
  return recordReauthentication(ctx)
}

/**
 * Records that the user confirmed who they are, for this session only. `check` runs in the same transaction, after the
 * sessions of the user were locked. Throws SIGN_IN_REQUIRED.
 */
export function recordReauthentication(ctx: UserContext, check?: (tx: Tx) => Promise<void>): Promise<void> {
  return mutate(ctx, { action: 'session.reauthenticate', entity: 'session' }, async (tx, change) => {
    const session = (await requireSignedIn(tx, ctx)) ?? fail('SIGN_IN_REQUIRED')
    await check?.(tx)
    change.entityId = session.id
    await updateReauthenticated(tx, session.uid, ctx.now)
  })
}

/**
 * Checks the password that a signed-in user entered again and, if the account has a second factor, the code. Only the
 * right password reveals whether a code is needed. Throws PASSWORD_WRONG, SECOND_FACTOR_REQUIRED if there is no code,
 * CODE_WRONG, and TOO_MANY_REQUESTS after too many wrong passwords or codes.
 */
export async function confirmIdentity(
  deps: CodeDeps,
  ctx: UserContext,
  { user, password, code }: { user: Credentials; password: string; code?: string | undefined },
): Promise<void> {
  await confirmPassword(deps, ctx, { user, password })
  await confirmCode(deps, ctx, code)
}

/**
 * Checks and uses up the code that a signed-in user entered, if the account has a second factor. Throws
 * SECOND_FACTOR_REQUIRED if there is no code, CODE_WRONG, and TOO_MANY_REQUESTS after too many wrong codes.
 */
export async function confirmCode(deps: CodeDeps, ctx: UserContext, code = ''): Promise<void> {
  if (!(await hasSecondFactor(ctx, ctx.actor.userId))) return
  if (code.trim() === '') fail('SECOND_FACTOR_REQUIRED')
  await verifyOwnCode(deps, ctx, code)
}

/**
 * Checks the password that a signed-in user entered again. Throws PASSWORD_WRONG, also if passwords are not accepted
 * here, and TOO_MANY_REQUESTS after too many wrong passwords.
 */
export async function confirmPassword(
  { throttle, isProviderOnly }: Pick<CodeDeps, 'throttle' | 'isProviderOnly'>,
  ctx: UserContext,
  { user, password }: { user: Credentials; password: string },
): Promise<void> {
  if (isProviderOnly) fail('PASSWORD_WRONG', undefined, passwordMessages.providerOnly)
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
