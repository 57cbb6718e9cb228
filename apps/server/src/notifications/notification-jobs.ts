import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { announceBrokenLinks, announceBrokenLinksTask } from './broken-links/announce-broken-links.ts'
import { sendBrokenLinks, sendBrokenLinksTask } from './broken-links/send-broken-links.ts'
import { enqueueClickSummaries, enqueueClickSummariesTask } from './click-summary/enqueue-click-summaries.ts'
import { sendClickSummary, sendClickSummaryTask } from './click-summary/send-click-summary.ts'
import { announceConversions, announceConversionsTask } from './conversions/announce-conversions.ts'
import { sendConversions, sendConversionsTask } from './conversions/send-conversions.ts'
import { sendMailing, sendMailingTask } from './mailing/send-mailing.ts'
import { enqueueWeeklyReports, enqueueWeeklyReportsTask } from './weekly-report/enqueue-weekly-reports.ts'
import { sendWeeklyReport, sendWeeklyReportTask } from './weekly-report/send-weekly-report.ts'

export function notificationJobs(deps: Deps): Job[] {
  return [
    { name: announceBrokenLinksTask, kind: 'upkeep', cron: '52 * * * *', run: () => announceBrokenLinks(deps) },
    { name: sendBrokenLinksTask, kind: 'people', run: (payload) => sendBrokenLinks(deps, payload) },
    { name: announceConversionsTask, kind: 'upkeep', cron: '56 * * * *', run: () => announceConversions(deps) },
    { name: sendConversionsTask, kind: 'people', run: (payload) => sendConversions(deps, payload) },
    { name: enqueueClickSummariesTask, kind: 'upkeep', cron: '*/15 * * * *', run: async () => void (await enqueueClickSummaries(deps)) },
    { name: sendClickSummaryTask, kind: 'people', run: (payload) => sendClickSummary(deps, payload) },
    { name: enqueueWeeklyReportsTask, kind: 'upkeep', cron: '*/15 * * * *', run: async () => void (await enqueueWeeklyReports(deps)) },
    { name: sendWeeklyReportTask, kind: 'people', run: (payload) => sendWeeklyReport(deps, payload) },
    { name: sendMailingTask, kind: 'people', run: (payload) => sendMailing(deps, payload) },
  ]
}
