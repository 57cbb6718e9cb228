import type { NotificationId, UserId } from '@linkshelf/contract'
import type { NotificationLinks, RenderedEmail } from '@linkshelf/emails'
import { selectAccount } from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import { RecipientRejectedError } from '../platform/mail/mail.ts'
import { selectSettings, upsertSettings } from './notification-settings-table.ts'
import { createUnsubscribeUrl } from './unsubscribe/unsubscribe-token.ts'

/**
 * Sends an email to a user who has this notification switched on; for jobs, which retry when the mail server is down. Sends nothing to a deleted user, nor to
 * an address that the mail server rejected for good: that is recorded until the user saves their preferences again.
 */
export async function sendNotification(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'mail' | 'origins'>,
  { userId, notification }: { userId: UserId; notification: NotificationId },
  render: (links: NotificationLinks) => RenderedEmail,
): Promise<void> {
  const { db, clock, log, mail, origins } = deps
  const [user, settings] = [await selectAccount(db, userId), await selectSettings(db, userId)]
  if (user === undefined || !settings[notification] || settings.undeliverable_email === user.email) return

  const unsubscribeUrl = await createUnsubscribeUrl(deps, { userId, notification })
  const links: NotificationLinks = { settingsUrl: `${origins.app}/settings/notifications`, unsubscribeUrl }
  try {
    await mail.send({ to: user.email, unsubscribeUrl, ...render(links) })
  } catch (error) {
    if (!(error instanceof RecipientRejectedError)) throw error
    log.warn({ userId, notification }, 'The mail server rejected the address of a user: no more notifications are sent to it')
    await upsertSettings(db, userId, { undeliverable_email: user.email }, clock.now())
  }
}
