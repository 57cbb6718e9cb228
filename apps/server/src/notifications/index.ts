/**
 * Sends the emails that users can switch on and off, through `send-notification.ts`. `click-summary/` sends a summary
 * every day, `weekly-report/` sends reports on Mondays, and `mailing/` sends the operator's emails. Emails about broken
 * links and conversions are sent at most once a day. `unsubscribe/` switches an email off without sign-in.
 */

import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteExpiredEmailCounts, sendEmailSummaryTask } from '../platform/mail/limit-emails.ts'
import { announceBrokenLinks, announceBrokenLinksTask, sendBrokenLinks, sendBrokenLinksTask } from './broken-link-emails.ts'
import { enqueueClickSummaries, enqueueClickSummariesTask, sendClickSummary, sendClickSummaryTask } from './click-summary/click-summary.ts'
import { announceConversions, announceConversionsTask, sendConversions, sendConversionsTask } from './conversion-emails.ts'
import { sendEmailSummary } from './email-summary.ts'
import { sendMailing, sendMailingTask } from './mailing/mailing.ts'
import { enqueueWeeklyReports, enqueueWeeklyReportsTask, sendWeeklyReport, sendWeeklyReportTask } from './weekly-report/weekly-report.ts'

export { createMailing, previewMailing } from './mailing/mailing.ts'
export { notificationRoutes } from './notification-settings.ts'
export { createUnsubscribePages } from './unsubscribe/unsubscribe-pages.ts'

export function notificationJobs(deps: Deps): Job[] {
  return [
    { name: announceBrokenLinksTask, kind: 'upkeep', cron: '52 * * * *', run: () => announceBrokenLinks(deps) },
    { name: sendBrokenLinksTask, kind: 'mail', run: (payload) => sendBrokenLinks(deps, payload) },
    { name: announceConversionsTask, kind: 'upkeep', cron: '56 * * * *', run: () => announceConversions(deps) },
    { name: sendConversionsTask, kind: 'mail', run: (payload) => sendConversions(deps, payload) },
    { name: enqueueClickSummariesTask, kind: 'upkeep', cron: '*/15 * * * *', run: async () => void (await enqueueClickSummaries(deps)) },
    { name: sendClickSummaryTask, kind: 'mail', run: (payload) => sendClickSummary(deps, payload) },
    { name: enqueueWeeklyReportsTask, kind: 'upkeep', cron: '*/15 * * * *', run: async () => void (await enqueueWeeklyReports(deps)) },
    { name: sendWeeklyReportTask, kind: 'mail', run: (payload) => sendWeeklyReport(deps, payload) },
    { name: sendMailingTask, kind: 'mail', run: (payload) => sendMailing(deps, payload) },
    { name: sendEmailSummaryTask, kind: 'mail', run: (payload) => sendEmailSummary(deps, payload) },
    { name: 'delete-expired-email-counts', kind: 'upkeep', cron: '47 * * * *', run: () => deleteExpiredEmailCounts(deps) },
  ]
}
