import { passwordChangedLetter } from './identity-letters.ts'
import type { IdentityTools } from './identity-tools.ts'
import { takePasswordReset } from './letter-token-table.ts'
import { hashPassword } from './password-hash.ts'
import { deleteStateOf } from './provider/identity-state-table.ts'
import { signInAllowances } from './throttle.ts'
import { updatePassword } from './user-table.ts'

/**
 * Sets the password of whoever holds the link, once, and signs that person out everywhere: sessions, codes and refresh tokens are gone, and
 * anything that began earlier is void. `password` has passed `passwordProblem`. False when the link is used up or too old.
 */
export async function resetPassword(tools: IdentityTools, { token, password }: { token: string; password: string }): Promise<boolean> {
  const { db, clock, mail, origins, throttle } = tools
  const passwordHash = await hashPassword(password)
  const now = clock.now()

  const person = await db.transaction().execute(async (tx) => {
    const userId = await takePasswordReset(tx, token, now)
    if (userId === undefined) return undefined
    const updated = await updatePassword(tx, userId, passwordHash, now)
    await deleteStateOf(tx, userId)
    return updated
  })
  if (person === undefined) return false

  await throttle.forget({ allowance: signInAllowances.account, subject: person.email.toLowerCase() })
  tools.afterAnswer(() => mail.send(passwordChangedLetter(origins.app, person)))
  return true
}
