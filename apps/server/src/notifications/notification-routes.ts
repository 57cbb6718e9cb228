import { signedInCall } from '../access/index.ts'
import { getNotificationSettings, updateNotificationSettings } from './notification-settings.ts'

const calls = signedInCall.notifications

export function notificationRoutes() {
  return {
    get: calls.get.handler(({ context }) => getNotificationSettings(context.ctx)),
    update: calls.update.handler(({ context, input }) => updateNotificationSettings(context.ctx, input.body)),
  }
}
