import { userId, uuid } from '@linkshelf/contract'
import { renderOperatorEmail } from '@linkshelf/emails'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { sendNotification } from '../send-notification.ts'
import { selectMailing } from './mailing-table.ts'

export const sendMailingTask = 'send-mailing'

/** The queue runs one job at a time, so that a mailing delays no other job. */
export const mailingQueue = 'mailings'

const jobPayload = z.object({ mailingId: uuid, userId })

/** Sends an email of the operator to one user, unless they have switched it off meanwhile. */
export async function sendMailing(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'mail' | 'origins'>, payload: unknown): Promise<void> {
  const { mailingId, userId: recipient } = jobPayload.parse(payload)
  const mailing = await selectMailing(deps.db, mailingId)
  if (mailing === undefined) return
  await sendNotification(deps, { userId: recipient, notification: mailing.notification }, (links) =>
    renderOperatorEmail({ ...mailing, ...links }),
  )
}
