import type { UserId } from '@linkshelf/contract'
import { AppError, createRequestContext, type EventSource, logSecurityEvent } from '../../access/index.ts'
import { acceptInvitation, findInvitation, type TokenInvitation } from '../../organizations/index.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { VerifiedPassword } from '../passwords/password-hash.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { type FormRequest, toEventSource, tokenLimit } from '../throttle/rate-limits.ts'
import { createAccount } from './sign-up.ts'

export type InvitedSignUpOutcome =
  | { kind: 'signed-in'; verified: VerifiedPassword; email: string }
  | { kind: 'closed' }
  | { kind: 'throttled' }

export interface InvitedSignUpForm {
  token: string
  fullName: string
  /** The password; `findPasswordProblem` has accepted it. */
  password: string
  request: FormRequest
}

/** Returns the pending invitation. Returns undefined if it is not pending, or its address already has an account. */
export async function findJoinableInvitation(deps: IdentityDeps, token: string): Promise<TokenInvitation | undefined> {
  const { db, clock, log, ids, hasPlans } = deps
  const invitation = await findInvitation({ db, log, hasPlans, now: clock.now(), requestId: ids.next(), source: 'api' }, token)
  return invitation?.state === 'pending' && !invitation.has_account ? invitation : undefined
}

/**
 * Creates an account with the invitation's address, which the token confirms, and makes its user a member. The account
 * also gets its own organization. If the process is killed before the user is a member, the user can accept the
 * invitation by its link.
 */
export async function signUpWithInvitation(
  deps: IdentityDeps,
  { token, fullName, password, request }: InvitedSignUpForm,
): Promise<InvitedSignUpOutcome> {
  const { log, throttle } = deps
  const source = toEventSource(request)
  const attempt = { limit: tokenLimit, subject: request.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const invitation = await findJoinableInvitation(deps, token)
  const email = invitation?.email
  const account = email && { email, fullName, passwordHash: await hashPassword(password), isEmailConfirmed: true }
  const userId = account && (await createAccount(deps, account))
  if (!account || !userId) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'invitation' })
    return { kind: 'closed' }
  }
  await throttle.refund(attempt)
  logSecurityEvent(log, 'sign_up.succeeded', { ...source, userId })
  await joinInvitingOrganization(deps, { userId, email: account.email, token, source })
  return { kind: 'signed-in', verified: { userId, password, passwordHash: account.passwordHash }, email: account.email }
}

/** Makes the new user a member of the organization, unless the invitation was closed since it was read. */
export async function joinInvitingOrganization(
  deps: IdentityDeps,
  { userId, email, token, source: { address } }: { userId: UserId; email: string; token: string; source: EventSource },
): Promise<void> {
  const user = createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'api', ...(address !== undefined && { address }) })
  await ignoreClosed(acceptInvitation(user, { emails: [email], token }))
}

/**
 * Waits for the acceptance of an invitation. Ignores the error if the invitation was closed since it was read, because
 * the invitation page explains it.
 */
async function ignoreClosed(acceptance: Promise<unknown>): Promise<void> {
  try {
    await acceptance
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
