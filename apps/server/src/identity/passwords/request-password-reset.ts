import { enqueuePasswordResetEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { Requester } from '../requester.ts'
import { resetAttempts, resetRequestLimit } from '../throttle/rate-limits.ts'

/**
 * Does the same work for every address: whether it has an account is looked up by the job, so neither the text nor the time of the response shows it.
 * An address that reached its limit gets no further email, and the same response.
 */
export async function requestPasswordReset(
  { db, throttle, knownDevices, log }: Pick<IdentityDeps, 'db' | 'throttle' | 'knownDevices' | 'log'>,
  { email, requester }: { email: string; requester: Requester },
): Promise<'requested' | 'throttled'> {
  const reached = await throttle.consume(...resetAttempts(knownDevices, email, requester))
  if (reached === resetRequestLimit) return 'throttled'
  if (reached === undefined) await db.transaction().execute((tx) => enqueuePasswordResetEmail(tx, email))
  else log.info('A password reset email was not sent: the address reached its hourly limit')
  return 'requested'
}
