import type { PasswordChange } from '@linkshelf/contract'
import { fail, mutate, type UserContext } from '../../access/index.ts'
import { enqueuePasswordChangedEmail } from '../emails/email-jobs.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import { deletePasswordResets } from '../tables/email-token-table.ts'
import { type Credentials, selectCredentialsOf, updateOwnPassword } from '../tables/user-table.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { confirmPassword } from './confirm-password.ts'
import { hashPassword } from './password-hash.ts'
import { passwordProblem } from './password-rules.ts'

/**
 * Replaces the password of the signed-in user, who enters the current one, and signs out every other session. Throws
 * PASSWORD_WRONG, also when another change came first; PASSWORD_REJECTED; TOO_MANY_REQUESTS after too many wrong ones;
 * SIGN_IN_REQUIRED for an API key, a session that was signed out, or a deleted account.
 */
export async function changePassword(
  deps: { throttle: Throttle; passwordMinLength: number },
  ctx: UserContext,
  { current_password: current, new_password: next }: PasswordChange,
): Promise<void> {
  const { userId } = ctx.actor
  const user = (await selectCredentialsOf(ctx.db, userId)) ?? fail('SIGN_IN_REQUIRED')
  const problem = current === next ? 'Choose a password that differs from your current one.' : problemOf(next, user, deps.passwordMinLength)
  if (problem !== undefined) fail('PASSWORD_REJECTED', undefined, problem)

  await confirmPassword(deps, ctx, { user, password: current })
  const passwordHash = await hashPassword(next)
  return mutate(ctx, { action: 'user.change_password', entity: 'user', entityId: userId }, async (tx, change) => {
    await endOtherSessions(tx, ctx, change)
    if (!(await updateOwnPassword(tx, userId, user.password_hash, passwordHash))) fail('PASSWORD_WRONG')
    await deletePasswordResets(tx, userId)
    await enqueuePasswordChangedEmail(tx, userId)
  })
}

function problemOf(password: string, { email, full_name: fullName }: Credentials, minLength: number): string | undefined {
  return passwordProblem(password, { email, fullName }, minLength)
}
