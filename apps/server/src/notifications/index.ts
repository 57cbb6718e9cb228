// Emails that users choose to get: their preferences, the emails themselves, and the links that stop them.
export { announceBrokenLinks, announceBrokenLinksTask } from './broken-links/announce-broken-links.ts'
export { sendBrokenLinks, sendBrokenLinksTask } from './broken-links/send-broken-links.ts'
export { enqueueClickSummaries, enqueueClickSummariesTask } from './click-summary/enqueue-click-summaries.ts'
export { sendClickSummary, sendClickSummaryTask } from './click-summary/send-click-summary.ts'
export { createMailing, previewMailing } from './mailing/create-mailing.ts'
export { sendMailing, sendMailingTask } from './mailing/send-mailing.ts'
export { notificationRoutes } from './notification-routes.ts'
export { createUnsubscribePages } from './unsubscribe/unsubscribe-pages.ts'
