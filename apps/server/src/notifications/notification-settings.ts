import { type NotificationSettings, type NotificationSettingsUpdate, notificationIds, notificationKinds } from '@linkshelf/contract'
import { fail, mutate, read, signedInCall, type UserContext } from '../access/index.ts'
import { lockProfileForUpdate, selectAccount } from '../identity/index.ts'
import { type StoredSettings, selectSettings, upsertSettings } from './notification-settings-table.ts'

const calls = signedInCall.notifications

export function notificationRoutes() {
  return {
    get: calls.get.handler(({ context }) => getNotificationSettings(context.ctx)),
    update: calls.update.handler(({ context, input }) => updateNotificationSettings(context.ctx, input.body)),
  }
}

/**
 * Returns the user's settings, or the defaults until the user saves settings. The default time zone is the time zone of
 * the user's first browser.
 */
export function getNotificationSettings(ctx: UserContext): Promise<NotificationSettings> {
  const { userId } = ctx.actor
  return read(ctx, async (tx) => {
    const [user, stored] = [await selectAccount(tx, userId), await selectSettings(tx, userId)]
    const isUndeliverable = stored.undeliverable_email !== null && stored.undeliverable_email === user?.email
    const time_zone = stored.time_zone ?? user?.time_zone ?? null
    return { ...toSettings(stored), time_zone, undeliverable_email: isUndeliverable ? stored.undeliverable_email : null }
  })
}

/**
 * Stores the time zone and the given preferences. If the user's address was marked as undeliverable, emails are sent to
 * it again. Throws SIGN_IN_REQUIRED if the account was deleted but its token is still valid.
 */
export function updateNotificationSettings(
  ctx: UserContext,
  { time_zone, preferences }: NotificationSettingsUpdate,
): Promise<NotificationSettings> {
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'notifications.update', entity: 'notifications', entityId: userId }, async (tx, change) => {
    ;(await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    const { undeliverable_email: _, ...before } = await selectSettings(tx, userId)
    const chosen = Object.fromEntries(preferences.map(({ id, enabled }) => [id, enabled]))
    const after = await upsertSettings(tx, userId, { time_zone, ...chosen, undeliverable_email: null }, ctx.now)
    change.before = before
    change.after = after
    return toSettings(after)
  })
}

function toSettings(stored: StoredSettings): NotificationSettings {
  return {
    time_zone: stored.time_zone,
    undeliverable_email: null,
    preferences: notificationIds.map((id) => {
      const { name, description } = notificationKinds[id]
      return { id, name, description, enabled: stored[id] }
    }),
  }
}
