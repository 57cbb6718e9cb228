/**
 * Sends the emails that users choose, through `send-notification.ts`: `click-summary/` daily, `weekly-report/` on
 * Mondays, those about broken links and conversions at most once a day, and `mailing/` for the operator. `unsubscribe/`
 * switches one off without sign-in.
 */

export { createMailing, previewMailing } from './mailing/mailing.ts'
export { notificationJobs } from './notification-jobs.ts'
export { notificationRoutes } from './notification-settings.ts'
export { createUnsubscribePages } from './unsubscribe/unsubscribe-pages.ts'
