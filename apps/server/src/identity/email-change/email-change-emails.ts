// The emails about changes of an account's address. Their jobs create the tokens of the links, as in email-jobs.ts.
import { type UserId, userId, uuid } from '@linkshelf/contract'
import {
  renderAddressInUseEmail,
  renderAddressRemovedEmail,
  renderAddressReservedEmail,
  renderEmailChangeConfirmationEmail,
  renderEmailChangedEmail,
  renderEmailChangeUndoneEmail,
} from '@linkshelf/emails'
import { z } from 'zod'
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { confirmationMs, maxEmailAttempts, sendToUser, toPageUrls } from '../emails/email-jobs.ts'
import { insertChangeToken, isFormerAddress, selectEmailChange, updatePendingExpiry } from '../tables/email-change-table.ts'
import { createEmailToken } from '../tables/email-token-table.ts'
import { selectCredentials } from '../tables/user-table.ts'

/** The page that confirms a new address. */
export const confirmAddressPath = '/auth/confirm-address'
/** The page that undoes a change of the address. */
export const undoAddressPath = '/auth/undo-address'

const linkTask = 'send-email-change-link'
const changedTask = 'send-email-changed-notice'
const undoneTask = 'send-email-change-undone-notice'
const removedTask = 'send-address-removed-notice'

const changeJob = z.object({ changeId: uuid })
const undoneJob = z.object({ userId, ended: z.array(z.string()) })
/** The payload contains the address because no account has it any more. */
const removedJob = z.object({ to: z.string() })

/** Enqueues the email to the new address. The job looks up whether the address has an account. */
export function enqueueEmailChangeLink(tx: Tx, changeId: string): Promise<void> {
  return enqueueJob(tx, linkTask, { changeId }, { maxAttempts: maxEmailAttempts })
}

/** Enqueues the email to the former address, with the link that undoes the change. */
export function enqueueEmailChangedNotice(tx: Tx, changeId: string): Promise<void> {
  return enqueueJob(tx, changedTask, { changeId }, { maxAttempts: maxEmailAttempts })
}

/** Enqueues the email to the address that the account got back. `ended` describes the access that was ended. */
export function enqueueUndoneNotice(tx: Tx, to: UserId, ended: readonly string[]): Promise<void> {
  return enqueueJob(tx, undoneTask, { userId: to, ended }, { maxAttempts: maxEmailAttempts })
}

/** Enqueues the email to the address that the account lost by an undo. */
export function enqueueAddressRemovedNotice(tx: Tx, to: string): Promise<void> {
  return enqueueJob(tx, removedTask, { to }, { maxAttempts: maxEmailAttempts })
}

export function emailChangeJobs(deps: MailDeps): Job[] {
  return [
    { name: linkTask, kind: 'mail', run: (payload) => sendEmailChangeLink(deps, payload) },
    { name: changedTask, kind: 'mail', run: (payload) => sendEmailChangedNotice(deps, payload) },
    {
      name: undoneTask,
      kind: 'mail',
      run(payload) {
        const { ended } = undoneJob.parse(payload)
        return sendToUser(deps, payload, renderEmailChangeUndoneEmail({ forgotUrl: toPageUrls(deps).forgotUrl, ended }))
      },
    },
    {
      name: removedTask,
      kind: 'mail',
      run: (payload) => deps.mail.send({ to: removedJob.parse(payload).to, ...renderAddressRemovedEmail() }),
    },
  ]
}

/**
 * Sends the link to the new address. If the address belongs to another account, or did so within the last seven days,
 * sends a notice without a link. Sends nothing if the change was canceled or confirmed.
 */
async function sendEmailChangeLink(deps: MailDeps, payload: unknown): Promise<void> {
  const { db, clock, mail, origins } = deps
  const { changeId } = changeJob.parse(payload)
  const change = await selectEmailChange(db, changeId)
  if (change === undefined || change.confirmed_at !== null) return
  const { email: to, user_id } = change
  const owner = await selectCredentials(db, to)
  if (owner !== undefined) return mail.send({ to: owner.email, ...renderAddressInUseEmail(toPageUrls(deps)) })
  if (await isFormerAddress(db, to, user_id)) return mail.send({ to, ...renderAddressReservedEmail() })
  const token = createEmailToken()
  const expiresAt = new Date(clock.now().getTime() + confirmationMs)
  await updatePendingExpiry(db, changeId, expiresAt)
  await insertChangeToken(db, token, { changeId, purpose: 'confirm', expiresAt })
  await mail.send({ to, ...renderEmailChangeConfirmationEmail({ confirmUrl: `${origins.app}${confirmAddressPath}?token=${token}` }) })
}

/** Tells the former address about the change. Sends nothing if the change was undone or is older than seven days. */
async function sendEmailChangedNotice({ db, mail, origins }: MailDeps, payload: unknown): Promise<void> {
  const { changeId } = changeJob.parse(payload)
  const change = await selectEmailChange(db, changeId)
  if (change?.former_email == null) return
  const { email, former_email: to, expires_at: expiresAt, is_undoable } = change
  const token = createEmailToken()
  if (is_undoable) await insertChangeToken(db, token, { changeId, purpose: 'undo', expiresAt })
  const undoUrl = is_undoable ? `${origins.app}${undoAddressPath}?token=${token}` : undefined
  await mail.send({ to, ...renderEmailChangedEmail({ email, undoUrl, expiresAt }) })
}
