import { api } from '../../api/api.ts'

/** The emails that the user gets. */
export const notificationSettingsQuery = api.notifications.get.queryOptions()
