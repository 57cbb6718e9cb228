import { logSecurityEvent } from '../../access/index.ts'
import { enqueueAccountExistsEmail, enqueueSignUpEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import type { VerifiedPassword } from '../passwords/verified-password.ts'
import { eventSource, type Requester } from '../requester.ts'
import { type Credentials, selectCredentials } from '../tables/user-table.ts'
import { signUpEmailLimit, signUpLimit } from '../throttle/rate-limits.ts'
import { createAccount } from './create-account.ts'
import { signIn } from './sign-in.ts'

export type SignUpOutcome = { kind: 'signed-in'; verified: VerifiedPassword } | { kind: 'email-sent' } | { kind: 'throttled' }

export interface SignUpForm {
  email: string
  fullName: string
  /** Has passed `passwordProblem`. */
  password: string
  requester: Requester
}

/**
 * A new user is signed in at once, and confirms the address later. An address that already has an account gets the
 * outcome `email-sent`, and so does every address from a network that reached its hourly number of instant sign-ups:
 * only the email says which of the two it was. The right password of an existing account signs that user in.
 */
export async function signUp(deps: IdentityDeps, form: SignUpForm): Promise<SignUpOutcome> {
  const { db, throttle, instantSignUpsPerHour } = deps
  const { network } = form.requester
  const source = eventSource(form.requester)
  if ((await throttle.consume(source, { limit: signUpLimit, subject: network })) !== undefined) return { kind: 'throttled' }

  const instantLimit = { kind: 'instant sign-up', max: instantSignUpsPerHour, windowMs: 60 * 60_000 }
  const isInstant = instantSignUpsPerHour > 0 && (await throttle.consume(source, { limit: instantLimit, subject: network })) === undefined
  if (!isInstant) return respondByEmail(deps, form, await hashPassword(form.password))

  const user = await selectCredentials(db, form.email)
  if (user !== undefined) return signInOrNotify(deps, form, user)

  const passwordHash = await hashPassword(form.password)
  // With the outbox alone nobody but the operator could confirm it.
  const isEmailConfirmed = deps.mail.reachesRecipients !== true
  const userId = await createAccount(deps, { ...form, passwordHash, isEmailConfirmed })
  if (userId === undefined) return respondByEmail(deps, form, passwordHash)
  logSecurityEvent(deps.log, 'sign_up.succeeded', { ...source, userId })
  return { kind: 'signed-in', verified: { userId, password: form.password, passwordHash } }
}

/** Costs one hash comparison, as creating an account costs one hash. */
async function signInOrNotify(deps: IdentityDeps, form: SignUpForm, user: Credentials): Promise<SignUpOutcome> {
  const outcome = await signIn(deps, form)
  if (outcome.kind !== 'wrong-password') return outcome
  if (await mayEmail(deps, form)) await deps.db.transaction().execute((tx) => enqueueAccountExistsEmail(tx, user.id))
  return { kind: 'email-sent' }
}

/** Does the same work for every address: the job looks up whether it has an account. */
async function respondByEmail(deps: IdentityDeps, form: SignUpForm, passwordHash: string): Promise<SignUpOutcome> {
  const request = { email: form.email, full_name: form.fullName, password_hash: passwordHash }
  if (await mayEmail(deps, form)) await deps.db.transaction().execute((tx) => enqueueSignUpEmail(tx, deps, request))
  return { kind: 'email-sent' }
}

async function mayEmail({ throttle, log, accountHash }: IdentityDeps, { email, requester }: SignUpForm): Promise<boolean> {
  const source = eventSource(requester)
  logSecurityEvent(log, 'sign_up.answered_by_email', { ...source, account: accountHash(email) })
  return (await throttle.consume(source, { limit: signUpEmailLimit, subject: email.toLowerCase() })) === undefined
}
