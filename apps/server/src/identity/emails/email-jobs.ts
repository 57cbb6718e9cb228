// Every identity email is a job, enqueued in the transaction of what causes it and sent by the jobs process: a kill
// at any point loses none.
//
// Emails use only the address of the recipient. Anyone can sign up with the address of another person and any name, and
// their words must not reach a stranger under our sender. So no email contains text that a form sent.
//
// A job creates the token of its link right before it sends, so no secret is stored in the queue. A failed job is
// retried; one whose email the mail server accepted just before a kill sends it again, with another token beside the
// first: both links work until one is used.
import { type UserId, userId, uuid } from '@linkshelf/contract'
import {
  type RenderedEmail,
  renderAccountExistsEmail,
  renderAddressConfirmationEmail,
  renderConfirmSignUpEmail,
  renderEmailConfirmedEmail,
  renderPasswordChangedEmail,
  renderPasswordResetEmail,
} from '@linkshelf/emails'
import { z } from 'zod'
import type { CoreDeps, MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import {
  createEmailToken,
  deleteSignUpRequest,
  insertPendingSignUp,
  insertSignUpRequest,
  insertUserToken,
  type SignUpRequest,
  selectSignUpRequest,
} from '../tables/email-token-table.ts'
import { selectAccount, selectCredentials } from '../tables/user-table.ts'

/** The page of the link in the email that confirms an address. */
export const confirmEmailPath = '/auth/confirm-email'

const hourMs = 60 * 60_000
const passwordResetMs = hourMs / 2
const confirmationMs = 24 * hourMs

/** Retries last four days: a mail server may be down for a weekend. */
export const maxEmailAttempts = 25
const signUpRequestMs = 5 * 24 * hourMs

const payloads = {
  passwordReset: z.object({ email: z.string() }),
  signUp: z.object({ requestId: uuid }),
  user: z.object({ userId }),
  /** `ended`: access that was ended, in words. */
  accessEnded: z.object({ userId, ended: z.array(z.string()).default([]) }),
}

/** Stores the address as it was typed: whether it has an account is not looked up before the job runs. */
export function enqueuePasswordResetEmail(tx: Tx, email: string): Promise<void> {
  return enqueueJob(tx, 'send-password-reset-email', { email }, { maxAttempts: maxEmailAttempts })
}

/** Enqueues an email to an address that may or may not have an account, which the job finds out. */
export async function enqueueSignUpEmail(tx: Tx, { clock, ids }: CoreDeps, request: SignUpRequest): Promise<void> {
  const requestId = ids.next()
  await insertSignUpRequest(tx, requestId, request, after(clock.now(), signUpRequestMs))
  await enqueueJob(tx, 'send-sign-up-email', { requestId }, { maxAttempts: maxEmailAttempts })
}

export function enqueueAccountExistsEmail(tx: Tx, to: UserId): Promise<void> {
  return enqueueJob(tx, 'send-account-exists-email', { userId: to }, { maxAttempts: maxEmailAttempts })
}

export function enqueuePasswordChangedEmail(tx: Tx, to: UserId, ended: readonly string[] = []): Promise<void> {
  const payload = { userId: to, ...(ended.length > 0 && { ended }) }
  return enqueueJob(tx, 'send-password-changed-email', payload, { maxAttempts: maxEmailAttempts })
}

/** Asks for the confirmation of an address. */
export function enqueueConfirmationLinkEmail(tx: Tx, to: UserId): Promise<void> {
  return enqueueJob(tx, 'send-confirmation-email', { userId: to }, { maxAttempts: maxEmailAttempts })
}

/** Notifies the user that the address was confirmed, and which access this revoked. */
export function enqueueEmailConfirmedNotice(tx: Tx, to: UserId, ended: readonly string[]): Promise<void> {
  return enqueueJob(tx, 'send-email-confirmed-email', { userId: to, ended }, { maxAttempts: maxEmailAttempts })
}

export function identityEmailJobs(deps: MailDeps): Job[] {
  const pages = pagesOf(deps)
  return [
    { name: 'send-password-reset-email', kind: 'mail', run: (payload) => sendPasswordResetEmail(deps, payload) },
    { name: 'send-sign-up-email', kind: 'mail', run: (payload) => sendSignUpEmail(deps, payload) },
    { name: 'send-account-exists-email', kind: 'mail', run: (payload) => sendToUser(deps, payload, renderAccountExistsEmail(pages)) },
    { name: 'send-confirmation-email', kind: 'mail', run: (payload) => sendConfirmationLinkEmail(deps, payload) },
    {
      name: 'send-password-changed-email',
      kind: 'mail',
      run: (payload) => sendToUser(deps, payload, renderPasswordChangedEmail({ ...pages, ...endedIn(payload) })),
    },
    {
      name: 'send-email-confirmed-email',
      kind: 'mail',
      run: (payload) => sendToUser(deps, payload, renderEmailConfirmedEmail({ ...pages, ...endedIn(payload) })),
    },
  ]
}

/** Sends nothing when the address has no account, or a disabled one. */
async function sendPasswordResetEmail({ db, clock, mail, origins }: MailDeps, payload: unknown): Promise<void> {
  const user = await selectCredentials(db, payloads.passwordReset.parse(payload).email)
  if (user === undefined || user.disabled_at !== null) return
  const token = createEmailToken()
  await insertUserToken(db, 'password_resets', token, user.id, after(clock.now(), passwordResetMs))
  await mail.send({ to: user.email, ...renderPasswordResetEmail({ resetUrl: `${origins.app}/auth/reset?token=${token}` }) })
}

/** A link to confirm the sign-up, or the notice that the address already has an account. */
async function sendSignUpEmail(deps: MailDeps, payload: unknown): Promise<void> {
  const { db, clock, mail, origins } = deps
  const { requestId } = payloads.signUp.parse(payload)
  const request = await selectSignUpRequest(db, requestId)
  if (request === undefined) return
  const user = await selectCredentials(db, request.email)
  if (user !== undefined) await mail.send({ to: user.email, ...renderAccountExistsEmail(pagesOf(deps)) })
  else {
    const token = createEmailToken()
    await insertPendingSignUp(db, token, request, after(clock.now(), confirmationMs))
    await mail.send({ to: request.email, ...renderConfirmSignUpEmail({ confirmUrl: `${origins.app}/auth/confirm?token=${token}` }) })
  }
  await deleteSignUpRequest(db, requestId)
}

/** Sends nothing when the address is confirmed meanwhile. */
async function sendConfirmationLinkEmail({ db, clock, mail, origins }: MailDeps, payload: unknown): Promise<void> {
  const user = await selectAccount(db, payloads.user.parse(payload).userId)
  if (user === undefined || user.email_confirmed_at !== null) return
  const token = createEmailToken()
  await insertUserToken(db, 'email_confirmations', token, user.id, after(clock.now(), confirmationMs))
  const confirmUrl = `${origins.app}${confirmEmailPath}?token=${token}`
  await mail.send({ to: user.email, ...renderAddressConfirmationEmail({ confirmUrl, forgotUrl: `${origins.app}/auth/forgot` }) })
}

function endedIn(payload: unknown): { ended: string[] } {
  return { ended: payloads.accessEnded.parse(payload).ended }
}

async function sendToUser({ db, mail }: MailDeps, payload: unknown, email: RenderedEmail): Promise<void> {
  const user = await selectAccount(db, payloads.user.parse(payload).userId)
  if (user !== undefined) await mail.send({ to: user.email, ...email })
}

function pagesOf({ origins }: MailDeps): { signInUrl: string; forgotUrl: string } {
  return { signInUrl: `${origins.app}/`, forgotUrl: `${origins.app}/auth/forgot` }
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
