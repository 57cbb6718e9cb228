import { enqueuePasswordResetEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { emailLimit, passwordResetLimit } from '../throttle/throttle.ts'

/** Does the same work for every address: whether it has an account is looked up by the job, so neither the text nor the time of the response shows it. */
export async function requestPasswordReset(
  { db, throttle, log }: Pick<IdentityDeps, 'db' | 'throttle' | 'log'>,
  { email, network }: { email: string; network: string },
): Promise<'requested' | 'throttled'> {
  if (!(await throttle.consume({ limit: passwordResetLimit, subject: network }))) return 'throttled'
  if (await throttle.consume({ limit: emailLimit, subject: email.toLowerCase() })) {
    await db.transaction().execute((tx) => enqueuePasswordResetEmail(tx, email))
  } else log.info('A password reset email was not sent: the address reached its hourly limit')
  return 'requested'
}
