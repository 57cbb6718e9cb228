// Emails that users choose to get: their preferences, the emails themselves, and the links that stop them.
export { createMailing, previewMailing } from './mailing/create-mailing.ts'
export { notificationJobs } from './notification-jobs.ts'
export { notificationRoutes } from './notification-routes.ts'
export { createUnsubscribePages } from './unsubscribe/unsubscribe-pages.ts'
