import { resetPasswordLetter } from './identity-letters.ts'
import type { IdentityTools } from './identity-tools.ts'
import { insertPasswordReset, makeLetterToken } from './letter-token-table.ts'
import { sendLetterOnRequest } from './send-letter.ts'
import { resetAllowance } from './throttle.ts'
import { selectCredentials } from './user-table.ts'

const resetMs = 30 * 60_000

/** The answer is given before anybody looks whether there is such an account, so neither its text nor its time can tell. */
export async function requestPasswordReset(
  tools: IdentityTools,
  { email, network }: { email: string; network: string },
): Promise<'asked' | 'throttled'> {
  const { db, clock, origins, throttle } = tools
  if (!(await throttle.take({ allowance: resetAllowance, subject: network }))) return 'throttled'

  tools.afterAnswer(async () => {
    const holder = await selectCredentials(db, email)
    if (holder === undefined) return
    const token = makeLetterToken()
    await insertPasswordReset(db, token, holder.id, new Date(clock.now().getTime() + resetMs))
    await sendLetterOnRequest(tools, resetPasswordLetter(origins.app, holder, token))
  })
  return 'asked'
}
