import type { OrganizationId, UserId } from '@linkshelf/contract'
import { type Actor, createRequestContext, logSecurityEvent, mutate, type SystemActor } from '../../access/index.ts'
import { insertOwnedOrganization } from '../../organizations/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { enqueueAccountExistsEmail, enqueueConfirmationLinkEmail, enqueueSignUpEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { hashPassword, type VerifiedPassword, verifyPassword } from '../passwords/password-hash.ts'
import { consumePendingSignUp, selectPendingSignUp } from '../tables/email-token-table.ts'
import { insertProviderAccount, type ProviderAccountKey } from '../tables/provider-account-table.ts'
import { AddressTakenError, type Credentials, insertUser, selectCredentials } from '../tables/user-table.ts'
import { type FormRequest, signUpLimit, toEventSource, tokenLimit, toSignUpEmailAttempt } from '../throttle/rate-limits.ts'
import { signIn } from './sign-in.ts'

export type SignUpOutcome =
  | { kind: 'signed-in'; verified: VerifiedPassword }
  | { kind: 'email-sent' }
  | { kind: 'disabled' }
  | { kind: 'throttled' }

export interface SignUpForm {
  email: string
  fullName: string
  /** The password; `findPasswordProblem` has accepted it. */
  password: string
  request: FormRequest
}

/**
 * Creates an account and signs the user in at once; the user confirms the address later. If the address already has an
 * account and the password is right, signs that account's user in. Sends an email instead, with the outcome
 * `email-sent`, if the password is wrong, the address was another account's until recently, or the network has used up
 * its hourly instant sign-ups. Only the email says whether the address has an account.
 */
export async function signUp(deps: IdentityDeps, form: SignUpForm): Promise<SignUpOutcome> {
  const { db, throttle, instantSignUpsPerHour } = deps
  const { network } = form.request
  const source = toEventSource(form.request)
  if ((await throttle.consume(source, { limit: signUpLimit, subject: network })) !== undefined) return { kind: 'throttled' }

  const instantLimit = { kind: 'instant sign-up', max: instantSignUpsPerHour, windowMs: 60 * 60_000 }
  const isInstant = instantSignUpsPerHour > 0 && (await throttle.consume(source, { limit: instantLimit, subject: network })) === undefined
  if (!isInstant) return respondByEmail(deps, form, await hashPassword(form.password))

  const user = await selectCredentials(db, form.email)
  if (user !== undefined) return signInOrNotify(deps, form, user)

  const passwordHash = await hashPassword(form.password)
  // If the instance has no mail server, the address counts as confirmed: emails are only stored in the outbox, so only
  // the operator could follow the confirmation link.
  const isEmailConfirmed = deps.mail.reachesRecipients !== true
  const sendsConfirmation = !isEmailConfirmed && (await consumeEmailLimit(deps, form))
  const userId = await createAccount(deps, { ...form, passwordHash, isEmailConfirmed, sendsConfirmation })
  if (userId === undefined) return respondByEmail(deps, form, passwordHash)
  logSecurityEvent(deps.log, 'sign_up.succeeded', { ...source, userId })
  return { kind: 'signed-in', verified: { userId, password: form.password, passwordHash } }
}

/**
 * Signs the user in if the password is right, otherwise emails that the account exists. Compares one hash, so it takes
 * as long as creating an account, which computes one hash.
 */
async function signInOrNotify(deps: IdentityDeps, form: SignUpForm, user: Credentials): Promise<SignUpOutcome> {
  const outcome = await signIn(deps, form)
  if (outcome.kind !== 'wrong-password') return outcome
  if (await logAndConsumeEmailLimit(deps, form)) await deps.db.transaction().execute((tx) => enqueueAccountExistsEmail(tx, user.id))
  return { kind: 'email-sent' }
}

/**
 * Enqueues the sign-up email. Does the same work for every address, because the job looks up whether the address has an
 * account.
 */
async function respondByEmail(deps: IdentityDeps, form: SignUpForm, passwordHash: string): Promise<SignUpOutcome> {
  const request = { email: form.email, full_name: form.fullName, password_hash: passwordHash }
  if (await logAndConsumeEmailLimit(deps, form)) await deps.db.transaction().execute((tx) => enqueueSignUpEmail(tx, deps, request))
  return { kind: 'email-sent' }
}

async function logAndConsumeEmailLimit(deps: IdentityDeps, form: SignUpForm): Promise<boolean> {
  logSecurityEvent(deps.log, 'sign_up.answered_by_email', { ...toEventSource(form.request), account: deps.hashEmail(form.email) })
  return consumeEmailLimit(deps, form)
}

/**
 * Counts one sign-up email to the address. Returns false if the address got too many sign-up emails in the last hour.
 */
async function consumeEmailLimit({ throttle }: IdentityDeps, { email, request }: SignUpForm): Promise<boolean> {
  return (await throttle.consume(toEventSource(request), toSignUpEmailAttempt(email))) === undefined
}

export type ConfirmationOutcome =
  | { kind: 'signed-in'; verified: VerifiedPassword; email: string }
  | { kind: 'wrong-password' }
  | { kind: 'expired' }
  | { kind: 'throttled' }

export interface Confirmation {
  token: string
  password: string
  request: FormRequest
}

/**
 * Creates the account of a pending sign-up. Requires the form's password again: otherwise an attacker could submit the
 * form with another person's address, and would know the account's password after the address's owner confirms it.
 */
export async function confirmSignUp(deps: IdentityDeps, { token, password, request }: Confirmation): Promise<ConfirmationOutcome> {
  const { db, clock, log, throttle } = deps
  const source = toEventSource(request)
  const attempt = { limit: tokenLimit, subject: request.network }
  if ((await throttle.consume(source, attempt)) !== undefined) return { kind: 'throttled' }

  const pending = await selectPendingSignUp(db, token, clock.now())
  if (pending === undefined) {
    logSecurityEvent(log, 'email_token.rejected', { ...source, purpose: 'sign-up' })
    return { kind: 'expired' }
  }
  if (!(await verifyPassword(pending.password_hash, password))) {
    logSecurityEvent(log, 'sign_in.failed', { ...source, account: deps.hashEmail(pending.email), isKnownDevice: false, method: 'password' })
    return { kind: 'wrong-password' }
  }

  const confirmed = await db.transaction().execute((tx) => consumePendingSignUp(tx, token, clock.now()))
  if (confirmed === undefined) return { kind: 'expired' }
  await throttle.refund(attempt)
  const { email, full_name: fullName, password_hash: passwordHash } = confirmed
  const userId = await createAccount(deps, { email, fullName, passwordHash, isEmailConfirmed: true })
  if (userId === undefined) return { kind: 'expired' }
  logSecurityEvent(log, 'sign_up.succeeded', { ...source, userId })
  return { kind: 'signed-in', verified: { userId, password, passwordHash }, email }
}

export interface NewAccount {
  email: string
  fullName: string
  passwordHash: string
  /** False until the user has followed a link that was emailed to the address. */
  isEmailConfirmed: boolean
  /** Whether the sign-up emails the confirmation link. The user can also request the email later. */
  sendsConfirmation?: boolean
  /** The user's account at another identity provider, with which the user signed up. */
  providerAccount?: ProviderAccountKey
}

/**
 * Creates the user, their organization and its first project in one transaction. The actor is the operator's command or
 * the user. Returns the user's id. Returns undefined if the address belongs to another account, or did so within the
 * last seven days, or if the account at the identity provider belongs to another user.
 */
export async function createAccount(
  deps: CoreDeps,
  { email, fullName, passwordHash, isEmailConfirmed, sendsConfirmation = false, providerAccount }: NewAccount,
  operator?: SystemActor,
): Promise<UserId | undefined> {
  const [userId, organizationId] = [deps.ids.next<UserId>(), deps.ids.next<OrganizationId>()]
  const actor: Actor = operator ?? { kind: 'user', userId }
  const request = createRequestContext(deps, { actor, source: operator === undefined ? 'api' : 'command' })
  const ctx = { ...request, account: { id: userId }, organization: { id: organizationId } }
  const mutation = { action: 'user.register', entity: 'user', entityId: userId, lock: 'none' } as const
  try {
    await mutate(ctx, mutation, async (tx, change) => {
      await insertUser(tx, { id: userId, email, fullName, passwordHash, createdAt: ctx.now, isEmailConfirmed })
      if (providerAccount !== undefined && !(await insertProviderAccount(tx, { ...providerAccount, email }, { userId, now: ctx.now })))
        throw new AddressTakenError()
      if (sendsConfirmation) await enqueueConfirmationLinkEmail(tx, userId)
      const organization = { id: organizationId, name: `${fullName}'s organization`, ownerId: userId }
      change.after = await insertOwnedOrganization(tx, deps, ctx, organization)
    })
    return userId
  } catch (error) {
    if (error instanceof AddressTakenError) return undefined
    throw error
  }
}
