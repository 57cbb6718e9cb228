// Each identity email is a job. The transaction that causes the email enqueues the job, and the jobs process sends it,
// so that a kill at any point loses no email.
//
// An email contains no text from a form, only the recipient's address. Anyone can sign up with another person's address
// and any name, and must not be able to send a stranger text under our sender.
//
// A job creates the link's token right before it sends, so the queue stores no secret. A failed job is retried. If a
// kill comes after the mail server accepted the email, the job sends it again with a second token: both links work
// until one of them is used.
import { type UserId, userId, uuid } from '@linkshelf/contract'
import {
  type RenderedEmail,
  renderAccountExistsEmail,
  renderAddressConfirmationEmail,
  renderAddressReservedEmail,
  renderConfirmSignUpEmail,
  renderEmailConfirmedEmail,
  renderPasswordChangedEmail,
  renderPasswordResetEmail,
  renderProviderDisconnectedEmail,
  renderProviderJoinedEmail,
  renderSignInLinkEmail,
} from '@linkshelf/emails'
import { z } from 'zod'
import type { CoreDeps, MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { isFormerAddress } from '../tables/email-change-table.ts'
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

/** The page that the link in the confirmation email opens. */
export const confirmEmailPath = '/auth/confirm-email'

const hourMs = 60 * 60_000
/** How long the link to set a new password works. */
export const passwordResetMs = hourMs / 2
/** How long the link to confirm an address works. */
export const confirmationMs = 24 * hourMs

/** Retries continue for four days, because a mail server may be down for a weekend. */
export const maxEmailAttempts = 25
const signUpRequestMs = 5 * 24 * hourMs

const payloads = {
  passwordReset: z.object({ email: z.string() }),
  signUp: z.object({ requestId: uuid }),
  user: z.object({ userId }),
  provider: z.object({ userId, providerHost: z.string() }),
  /** `ended` describes the access that was ended, as text. */
  accessEnded: z.object({ userId, ended: z.array(z.string()).default([]) }),
}

/**
 * Enqueues a password reset email. The payload has the address as it was typed, because the job looks up whether it has
 * an account.
 */
export function enqueuePasswordResetEmail(tx: Tx, email: string): Promise<void> {
  return enqueueJob(tx, 'send-password-reset-email', { email }, { maxAttempts: maxEmailAttempts })
}

/** Enqueues a sign-up email. The job looks up whether the address has an account. */
export async function enqueueSignUpEmail(tx: Tx, { clock, ids }: CoreDeps, request: SignUpRequest): Promise<void> {
  const requestId = ids.next()
  await insertSignUpRequest(tx, requestId, request, addMs(clock.now(), signUpRequestMs))
  await enqueueJob(tx, 'send-sign-up-email', { requestId }, { maxAttempts: maxEmailAttempts })
}

export function enqueueAccountExistsEmail(tx: Tx, to: UserId): Promise<void> {
  return enqueueJob(tx, 'send-account-exists-email', { userId: to }, { maxAttempts: maxEmailAttempts })
}

export function enqueuePasswordChangedEmail(tx: Tx, to: UserId, ended: readonly string[] = []): Promise<void> {
  const payload = { userId: to, ...(ended.length > 0 && { ended }) }
  return enqueueJob(tx, 'send-password-changed-email', payload, { maxAttempts: maxEmailAttempts })
}

/** Notifies the user that the account was connected with an identity provider on this host. */
export function enqueueProviderJoinedEmail(tx: Tx, to: UserId, providerHost: string): Promise<void> {
  return enqueueJob(tx, 'send-provider-joined-email', { userId: to, providerHost }, { maxAttempts: maxEmailAttempts })
}

/** Notifies the user that the identity provider with this host was disconnected from the account. */
export function enqueueProviderDisconnectedEmail(tx: Tx, to: UserId, providerHost: string): Promise<void> {
  return enqueueJob(tx, 'send-provider-disconnected-email', { userId: to, providerHost }, { maxAttempts: maxEmailAttempts })
}

/** Notifies the user that the operator created a link that signs in to the account. */
export function enqueueSignInLinkEmail(tx: Tx, to: UserId): Promise<void> {
  return enqueueJob(tx, 'send-sign-in-link-email', { userId: to }, { maxAttempts: maxEmailAttempts })
}

export function enqueueConfirmationLinkEmail(tx: Tx, to: UserId): Promise<void> {
  return enqueueJob(tx, 'send-confirmation-email', { userId: to }, { maxAttempts: maxEmailAttempts })
}

/** Notifies the user that the address was confirmed, and which access was revoked. */
export function enqueueEmailConfirmedNotice(tx: Tx, to: UserId, ended: readonly string[]): Promise<void> {
  return enqueueJob(tx, 'send-email-confirmed-email', { userId: to, ended }, { maxAttempts: maxEmailAttempts })
}

export function identityEmailJobs(deps: MailDeps): Job[] {
  const pages = toPageUrls(deps)
  const sendProviderEmail = (render: typeof renderProviderJoinedEmail) => (payload: unknown) => {
    const { providerHost } = payloads.provider.parse(payload)
    return sendToUser(deps, payload, render({ ...pages, providerHost }))
  }
  return [
    { name: 'send-password-reset-email', kind: 'mail', run: (payload) => sendPasswordResetEmail(deps, payload) },
    { name: 'send-sign-up-email', kind: 'mail', run: (payload) => sendSignUpEmail(deps, payload) },
    { name: 'send-account-exists-email', kind: 'mail', run: (payload) => sendToUser(deps, payload, renderAccountExistsEmail(pages)) },
    { name: 'send-confirmation-email', kind: 'mail', run: (payload) => sendConfirmationLinkEmail(deps, payload) },
    { name: 'send-provider-joined-email', kind: 'mail', run: sendProviderEmail(renderProviderJoinedEmail) },
    { name: 'send-provider-disconnected-email', kind: 'mail', run: sendProviderEmail(renderProviderDisconnectedEmail) },
    { name: 'send-sign-in-link-email', kind: 'mail', run: (payload) => sendToUser(deps, payload, renderSignInLinkEmail()) },
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

/** Sends a link to set a new password. Sends nothing if the address has no account or its account is disabled. */
async function sendPasswordResetEmail({ db, clock, mail, origins }: MailDeps, payload: unknown): Promise<void> {
  const user = await selectCredentials(db, payloads.passwordReset.parse(payload).email)
  if (user === undefined || user.disabled_at !== null) return
  const token = createEmailToken()
  await insertUserToken(db, 'password_resets', token, user.id, addMs(clock.now(), passwordResetMs))
  await mail.send({ to: user.email, ...renderPasswordResetEmail({ resetUrl: `${origins.app}/auth/reset?token=${token}` }) })
}

/**
 * Sends a link to confirm the sign-up. If the address has an account, or had one within the last seven days, sends a
 * notice without a link.
 */
async function sendSignUpEmail(deps: MailDeps, payload: unknown): Promise<void> {
  const { db, clock, mail, origins } = deps
  const { requestId } = payloads.signUp.parse(payload)
  const request = await selectSignUpRequest(db, requestId)
  if (request === undefined) return
  const user = await selectCredentials(db, request.email)
  if (user !== undefined) await mail.send({ to: user.email, ...renderAccountExistsEmail(toPageUrls(deps)) })
  else if (await isFormerAddress(db, request.email)) await mail.send({ to: request.email, ...renderAddressReservedEmail() })
  else {
    const token = createEmailToken()
    await insertPendingSignUp(db, token, request, addMs(clock.now(), confirmationMs))
    await mail.send({ to: request.email, ...renderConfirmSignUpEmail({ confirmUrl: `${origins.app}/auth/confirm?token=${token}` }) })
  }
  await deleteSignUpRequest(db, requestId)
}

/**
 * Sends a link to confirm the account's address. Sends nothing if the account is deleted or the address is already
 * confirmed.
 */
async function sendConfirmationLinkEmail({ db, clock, mail, origins }: MailDeps, payload: unknown): Promise<void> {
  const user = await selectAccount(db, payloads.user.parse(payload).userId)
  if (user === undefined || user.email_confirmed_at !== null) return
  const token = createEmailToken()
  await insertUserToken(db, 'email_confirmations', token, user.id, addMs(clock.now(), confirmationMs))
  const confirmUrl = `${origins.app}${confirmEmailPath}?token=${token}`
  await mail.send({ to: user.email, ...renderAddressConfirmationEmail({ confirmUrl, forgotUrl: `${origins.app}/auth/forgot` }) })
}

function endedIn(payload: unknown): { ended: string[] } {
  return { ended: payloads.accessEnded.parse(payload).ended }
}

export async function sendToUser({ db, mail }: MailDeps, payload: unknown, email: RenderedEmail): Promise<void> {
  const user = await selectAccount(db, payloads.user.parse(payload).userId)
  if (user !== undefined) await mail.send({ to: user.email, ...email })
}

export function toPageUrls({ origins }: MailDeps): { signInUrl: string; forgotUrl: string } {
  return { signInUrl: `${origins.app}/`, forgotUrl: `${origins.app}/auth/forgot` }
}

function addMs(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
