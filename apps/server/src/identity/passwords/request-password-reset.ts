import { logSecurityEvent } from '../../access/index.ts'
import { enqueuePasswordResetEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { eventSource, type Requester } from '../requester.ts'
import { resetAttempts, resetRequestLimit } from '../throttle/rate-limits.ts'

/**
 * Does the same work for every address: whether it has an account is looked up by the job, so neither the text nor the
 * time of the response shows it. An address that reached its limit gets no further email, and the same response.
 */
export async function requestPasswordReset(
  { db, throttle, knownDevices, log, accountHash }: Pick<IdentityDeps, 'db' | 'throttle' | 'knownDevices' | 'log' | 'accountHash'>,
  { email, requester }: { email: string; requester: Requester },
): Promise<'requested' | 'throttled'> {
  const source = eventSource(requester)
  const reached = await throttle.consume(source, ...resetAttempts(knownDevices, email, requester))
  if (reached === resetRequestLimit) return 'throttled'
  if (reached !== undefined) return 'requested'
  await db.transaction().execute((tx) => enqueuePasswordResetEmail(tx, email))
  logSecurityEvent(log, 'password_reset.requested', { ...source, account: accountHash(email) })
  return 'requested'
}
