import { logSecurityEvent } from '../../access/index.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { VerifiedPassword } from '../passwords/password-hash.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from '../passwords/password-hash.ts'
import { recordFailedSignIn } from '../sessions/sign-in-history.ts'
import { type Credentials, selectCredentials, updatePasswordHash } from '../tables/user-table.ts'
import { type FormRequest, listSignInAttempts, toEventSource } from '../throttle/rate-limits.ts'

export type SignInOutcome =
  | { kind: 'signed-in'; verified: VerifiedPassword }
  | { kind: 'wrong-password' }
  | { kind: 'disabled' }
  | { kind: 'throttled' }

export interface SignInAttempt {
  email: string
  password: string
  request: FormRequest
}

/**
 * Signs a user in. An unknown address and a wrong password have the same outcome after the same work: one query and one
 * hash comparison. Each attempt is counted before the comparison, even if the address has no account. A rejected
 * attempt is neither compared nor counted. Only the right password reveals that an account is disabled.
 */
export async function signIn(deps: IdentityDeps, { email, password, request }: SignInAttempt): Promise<SignInOutcome> {
  const { db, log, throttle, knownDevices, unmatchableHash } = deps
  const source = toEventSource(request)
  const event = { ...source, isKnownDevice: knownDevices.find(request.deviceCookie, email) !== undefined, method: 'password' } as const
  const attempts = listSignInAttempts(knownDevices, email, request)
  if ((await throttle.consume(source, ...attempts)) !== undefined) return { kind: 'throttled' }

  const user = await selectCredentials(db, email)
  const isMatch = await verifyPassword(user?.password_hash ?? unmatchableHash, password)
  if (user === undefined || !isMatch) {
    logSecurityEvent(log, 'sign_in.failed', { ...event, account: deps.hashEmail(email) })
    if (user !== undefined) recordFailedSignIn(deps, { userId: user.id, methods: ['password'], result: 'wrong_password' }, request)
    return { kind: 'wrong-password' }
  }

  await throttle.refund(...attempts)
  if (user.disabled_at !== null) {
    logSecurityEvent(log, 'sign_in.failed', { ...event, account: deps.hashEmail(email) })
    recordFailedSignIn(deps, { userId: user.id, methods: ['password'], result: 'disabled' }, request)
    return { kind: 'disabled' }
  }
  await rehashOutdated(db, user, password)
  logSecurityEvent(log, 'sign_in.succeeded', { ...event, userId: user.id })
  return { kind: 'signed-in', verified: { userId: user.id, password, passwordHash: user.password_hash } }
}

async function rehashOutdated(db: IdentityDeps['db'], { id, password_hash }: Credentials, password: string): Promise<void> {
  if (isOutdatedHash(password_hash)) await updatePasswordHash(db, id, password_hash, await hashPassword(password))
}
