import type { NotificationId, UserId } from '@linkshelf/contract'
import type { NotificationLinks, RenderedEmail } from '@linkshelf/emails'
import { selectAccount } from '../identity/index.ts'
import type { MailDeps } from '../platform/deps.ts'
import { type Email, RecipientRejectedError } from '../platform/mail/mail.ts'
import { selectSettings, upsertSettings } from './notification-settings-table.ts'
import { createUnsubscribeUrl, type Unsubscription } from './unsubscribe/unsubscribe-token.ts'

/** The key makes a notification idempotent where its job may run twice. */
type NotificationEmail = RenderedEmail & Pick<Email, 'key'>

/** Sends an email to a user who has this notification switched on; for jobs, as `sendToUser`. */
export async function sendNotification(
  deps: MailDeps,
  { userId, notification }: { userId: UserId; notification: NotificationId },
  render: (links: NotificationLinks) => NotificationEmail,
): Promise<void> {
  if (!(await selectSettings(deps.db, userId))[notification]) return
  await sendToUser(deps, { userId, notification }, render)
}

/**
 * Sends an email to a user, with a link that stops emails of its kind; for jobs, which retry when the mail server is
 * down. Sends nothing to a deleted user, nor to an address that the mail server rejected for good: that is recorded
 * until the user saves their preferences again.
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
