import type { NotificationId, UserId } from '@linkshelf/contract'
import type { NotificationLinks, RenderedEmail } from '@linkshelf/emails'
import { selectAccount } from '../identity/index.ts'
import type { MailDeps } from '../platform/deps.ts'
import { type Email, RecipientRejectedError } from '../platform/mail/mail.ts'
import { selectSettings, upsertSettings } from './notification-settings-table.ts'
import { createUnsubscribeUrl, type Unsubscription } from './unsubscribe/unsubscribe-token.ts'

/** If a job can run twice, `key` makes its email idempotent. */
type NotificationEmail = RenderedEmail & Pick<Email, 'key'>

/** Sends an email if the user has this notification switched on. Call this from a job, like `sendToUser`. */
export async function sendNotification(
  deps: MailDeps,
  { userId, notification }: { userId: UserId; notification: NotificationId },
  render: (links: NotificationLinks) => NotificationEmail,
): Promise<void> {
  if (!(await selectSettings(deps.db, userId))[notification]) return
  await sendToUser(deps, { userId, notification }, render)
}

/**
 * Sends an email to a user, with a link that unsubscribes from emails of this kind. Call this from a job, so that it is
 * retried if the mail server is down. Sends nothing if the user was deleted. If the mail server rejects the address
 * permanently, records this and sends nothing until the user saves their preferences again.
 */
export async function sendToUser(
  deps: MailDeps,
  kind: Unsubscription,
  render: (links: NotificationLinks) => NotificationEmail,
): Promise<void> {
  const { db, clock, log, mail, origins } = deps
  const { userId, ...about } = kind
  const [user, settings] = [await selectAccount(db, userId), await selectSettings(db, userId)]
  if (user === undefined || settings.undeliverable_email === user.email) return

  const unsubscribeUrl = await createUnsubscribeUrl(deps, kind)
  const links: NotificationLinks = { settingsUrl: `${origins.app}/settings/notifications`, unsubscribeUrl }
  try {
    await mail.send({ to: user.email, unsubscribeUrl, ...render(links) })
  } catch (error) {
    if (!(error instanceof RecipientRejectedError)) throw error
    log.warn({ userId, ...about }, 'The mail server rejected the address of a user: no more notifications are sent to it')
    await upsertSettings(db, userId, { undeliverable_email: user.email }, clock.now())
  }
}
