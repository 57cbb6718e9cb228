import { updatePassword } from '../accounts/user-table.ts'
import { enqueuePasswordChangedEmail } from '../emails/email-jobs.ts'
import { consumePasswordReset } from '../emails/email-token-table.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { deleteUserState } from '../provider/identity-state-table.ts'
import { signInLimits } from '../throttle/throttle.ts'
import { hashPassword } from './password-hash.ts'

/**
 * Sets the password of the token's user, once, and signs that user out everywhere: sessions, codes and refresh tokens are deleted, and anything
 * that began earlier is void. `password` has passed `passwordProblem`. Returns false when the token is used or expired.
 */
export async function resetPassword(
  { db, clock, throttle }: Pick<IdentityDeps, 'db' | 'clock' | 'throttle'>,
  { token, password }: { token: string; password: string },
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  const now = clock.now()

  const email = await db.transaction().execute(async (tx) => {
    const userId = await consumePasswordReset(tx, token, now)
    if (userId === undefined) return undefined
    const address = await updatePassword(tx, userId, passwordHash, now)
    await deleteUserState(tx, userId)
    await enqueuePasswordChangedEmail(tx, userId)
    return address
  })
  if (email === undefined) return false

  await throttle.reset({ limit: signInLimits.account, subject: email.toLowerCase() })
  return true
}
