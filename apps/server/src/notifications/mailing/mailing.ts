import { createHash } from 'node:crypto'
import { userId, uuid } from '@linkshelf/contract'
import { renderOperatorEmail } from '@linkshelf/emails'
import { z } from 'zod'
import type { CoreDeps, MailDeps } from '../../platform/deps.ts'
import { sendNotification } from '../send-notification.ts'
import { countRecipients, insertMailing, insertRecipients, type Mailing, selectMailing } from './mailing-table.ts'

/** Maximum number of rows per statement. */
const batchSize = 1_000

/** Retries last four days, because a mail server can be down for a weekend. */
const maxAttempts = 25

type NewMailing = Omit<Mailing, 'id'>

/**
 * Enqueues the email for every user who has the notification switched on. Returns how many emails it enqueued, and how
 * many earlier runs enqueued. If the same notification, subject and text are given again, continues an interrupted run,
 * and also includes users who have switched the notification on since then.
 */
export async function createMailing(
  { db, clock, ids }: Pick<CoreDeps, 'db' | 'clock' | 'ids'>,
  mailing: NewMailing,
): Promise<{ enqueued: number; enqueuedEarlier: number }> {
  const digest = computeDigest(mailing)
  const { enqueued: enqueuedEarlier } = await countRecipients(db, mailing.notification, digest)
  const id = await insertMailing(db, { id: ids.next(), digest, ...mailing, createdAt: clock.now() })
  const job = { limit: batchSize, task: sendMailingTask, queue: mailingQueue, maxAttempts }
  let enqueued = 0
  for (let added = batchSize; added === batchSize; enqueued += added) added = await insertRecipients(db, { ...mailing, id }, job)
  return { enqueued, enqueuedEarlier }
}

/** Returns how many emails `createMailing` would enqueue. Changes nothing. */
export async function previewMailing(
  { db }: Pick<CoreDeps, 'db'>,
  mailing: NewMailing,
): Promise<{ remaining: number; enqueuedEarlier: number }> {
  const { all, enqueued } = await countRecipients(db, mailing.notification, computeDigest(mailing))
  return { remaining: all - enqueued, enqueuedEarlier: enqueued }
}

function computeDigest({ notification, subject, text }: NewMailing): string {
  return createHash('sha256')
    .update(JSON.stringify([notification, subject, text]))
    .digest('hex')
}

export const sendMailingTask = 'send-mailing'

/** The queue runs one job at a time, so that a mailing does not delay other jobs. */
const mailingQueue = 'mailings'

const jobPayload = z.object({ mailingId: uuid, userId })

/** Sends the operator's email to one user, unless the user has switched the notification off in the meantime. */
export async function sendMailing(deps: MailDeps, payload: unknown): Promise<void> {
  const { mailingId, userId: recipient } = jobPayload.parse(payload)
  const mailing = await selectMailing(deps.db, mailingId)
  if (mailing === undefined) return
  await sendNotification(deps, { userId: recipient, notification: mailing.notification }, (links) =>
    renderOperatorEmail({ ...mailing, ...links }),
  )
}
