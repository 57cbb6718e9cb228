import { maxRangeDays } from '@linkshelf/contract'
import { Logger, makeWorkerUtils, run as runWorker, type TaskList } from 'graphile-worker'
import { z } from 'zod'
import { amazonMigrationTasks } from './amazon-migration/index.ts'
import {
  purgeProjectClicks,
  purgeProjectClicksTask,
  reconcileClickRollups,
  reconcileClickRollupsTask,
  updateDailyRollups,
} from './analytics/index.ts'
import { type Billing, billingTasks, manualBilling, reconcileSubscriptionsTask } from './billing/index.ts'
import { deleteOldSalts } from './clicks/index.ts'
import {
  checkDataImport,
  deleteExpiredExports,
  deleteExpiredExportsTask,
  importData,
  writeArchive,
  writeArchiveTask,
} from './data-transfer/index.ts'
import {
  checkEarningsImport,
  checkEarningsImportTask,
  importEarnings,
  importEarningsTask,
  matchEarnings,
  matchEarningsTask,
} from './earnings/index.ts'
import { sendFeedbackEmail, sendFeedbackEmailTask } from './feedback/index.ts'
import {
  accountDeletionEmailTasks,
  deleteDueAccounts,
  deleteDueAccountsTask,
  deleteExpiredIdentityState,
  identityEmailTasks,
} from './identity/index.ts'
import { inputMessage } from './input-messages.ts'
import {
  checkDueLinks,
  checkLinkImport,
  checkLinkImportTask,
  checkLinksQueue,
  checkLinksTask,
  checkPage,
  checkPageTask,
  deleteOldLinkChanges,
  eraseLinks,
  eraseLinksTask,
  fetchDueIcons,
  fetchIconsQueue,
  fetchIconsTask,
  importLinkFile,
  importLinkFileTask,
  type LinkCheckSettings,
  reconcileIconsTask,
  reconcileSiteIcons,
} from './links/index.ts'
import {
  announceBrokenLinks,
  announceBrokenLinksTask,
  announceConversions,
  announceConversionsTask,
  enqueueClickSummaries,
  enqueueClickSummariesTask,
  enqueueWeeklyReports,
  enqueueWeeklyReportsTask,
  sendBrokenLinks,
  sendBrokenLinksTask,
  sendClickSummary,
  sendClickSummaryTask,
  sendConversions,
  sendConversionsTask,
  sendMailing,
  sendMailingTask,
  sendWeeklyReport,
  sendWeeklyReportTask,
} from './notifications/index.ts'
import {
  deleteDueOrganizations,
  deleteDueOrganizationsTask,
  deleteOldInvitations,
  sendDeletedEmail,
  sendDeletedEmailTask,
  sendDeletionEmail,
  sendDeletionEmailTask,
  sendInvitationEmail,
  sendInvitationEmailTask,
} from './organizations/index.ts'
import { encodeNextPicture, encodeNextPictureTask, pictureQueue } from './picture-queue/index.ts'
import type { Deps } from './platform/deps.ts'
import { openWorkerLock } from './platform/worker-lock.ts'
import { checkImport, importProducts, listProductUploads } from './products/index.ts'
import { drawProductPicture, drawStorePicture, drawStorePictureTask, listSocialPictures } from './social-pictures/index.ts'
import { listStoreUploads } from './stores/index.ts'
import { addAvif, addAvifTask, deleteOrphanedUploads, deleteOrphanedUploadsTask, encodeSiteIcon } from './uploads/index.ts'
import {
  type Google,
  watchChannelsTask,
  withoutGoogle,
  writeVideosQueue,
  writeVideosTask,
  youtubeTasks,
} from './youtube-migration/index.ts'

// Jobs check rows of files by the schemas of the contract, and report what is wrong to users.
z.config({ customError: inputMessage })

/** The queue logs connections and jobs as `info`; here that is for debugging. */
const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

export interface JobsOptions {
  deps: Deps
  /** Signed in to as the account of jobs. */
  databaseUrl: string
  /** The email address for feedback. */
  operatorEmail: string | undefined
  /** How long single clicks are stored. */
  clickRetentionMonths: number
  billing?: Billing
  google?: Google
  /** Undefined: destinations of links are not checked. */
  linkChecks?: LinkCheckSettings | undefined
}

/** Rolling up takes a long time and many resources: one job at a time runs, and at most one of each task waits. */
const rollupQueue = 'daily-rollups'

/** Tasks that run by the clock, in crontab's form (UTC). */
const crontab = [
  `56 * * * * ${announceConversionsTask}`,
  `52 * * * * ${announceBrokenLinksTask}`,
  `* * * * * ${checkLinksTask} ?queue=${checkLinksQueue}&jobKey=${checkLinksTask}`,
  `* * * * * ${fetchIconsTask} ?queue=${fetchIconsQueue}&jobKey=${fetchIconsTask}`,
  `19 * * * * ${reconcileIconsTask}`,
  `* * * * * ${encodeNextPictureTask} ?queue=${pictureQueue}&jobKey=${encodeNextPictureTask}`,
  `* * * * * ${writeVideosTask} ?queue=${writeVideosQueue}&jobKey=${writeVideosTask}`,
  `13 */2 * * * ${watchChannelsTask}`,
  '17 * * * * delete-old-salts',
  '29 * * * * delete-old-link-changes',
  '23 * * * * delete-expired-identity-state',
  '37 * * * * delete-old-invitations',
  `41 * * * * ${deleteOrphanedUploadsTask}`,
  `*/15 * * * * ${enqueueClickSummariesTask}`,
  `*/15 * * * * ${enqueueWeeklyReportsTask}`,
  `47 * * * * ${deleteExpiredExportsTask}`,
  `51 * * * * ${deleteDueOrganizationsTask}`,
  `53 * * * * ${deleteDueAccountsTask}`,
  `4 * * * * roll-up-recent-days ?queue=${rollupQueue}&jobKey=roll-up-recent-days`,
  `47 4 * * * ${reconcileSubscriptionsTask}`,
  `33 3 * * * roll-up-all-days ?queue=${rollupQueue}&jobKey=roll-up-all-days`,
].join('\n')

/**
 * Tasks of earlier versions that ran by the clock: a process of such a version may have left jobs that nothing runs.
 */
const retiredTasks = ['count-all-days', 'count-recent-days']

/**
 * Every task by its name. Jobs are stored under these names: a name that a release used has to stay, or its
 * stored jobs never run.
 */
export function createTaskList({
  deps,
  operatorEmail,
  clickRetentionMonths,
  linkChecks,
  billing = manualBilling,
  google = withoutGoogle,
}: Omit<JobsOptions, 'databaseUrl'>): TaskList {
  return {
    [checkPageTask]: (payload) => checkPage(deps, payload),
    [eraseLinksTask]: (payload) => eraseLinks(deps, payload),
    [announceBrokenLinksTask]: () => announceBrokenLinks(deps),
    [sendBrokenLinksTask]: (payload) => sendBrokenLinks(deps, payload),
    [announceConversionsTask]: () => announceConversions(deps),
    [sendConversionsTask]: (payload) => sendConversions(deps, payload),
    [checkLinksTask]: () => checkDueLinks(deps, linkChecks),
    [fetchIconsTask]: () => fetchDueIcons({ ...deps, encodeIcon: encodeSiteIcon }),
    [reconcileIconsTask]: () => reconcileSiteIcons(deps),
    ...identityEmailTasks(deps),
    ...accountDeletionEmailTasks(deps),
    [deleteDueAccountsTask]: () => deleteDueAccounts(deps),
    ...billingTasks(deps, billing),
    ...amazonMigrationTasks(deps),
    ...youtubeTasks(deps, google),
    [checkLinkImportTask]: (payload) => checkLinkImport(deps, payload),
    [importLinkFileTask]: (payload) => importLinkFile(deps, payload),
    'check-product-import': (payload) => checkImport(deps, payload),
    'import-products': (payload) => importProducts(deps, payload),
    [checkEarningsImportTask]: (payload) => checkEarningsImport(deps, payload),
    [importEarningsTask]: (payload) => importEarnings(deps, payload),
    [matchEarningsTask]: (payload) => matchEarnings(deps, payload),
    [sendInvitationEmailTask]: (payload) => sendInvitationEmail(deps, payload),
    'delete-old-invitations': async () => void (await deleteOldInvitations(deps)),
    [sendFeedbackEmailTask]: (payload) => sendFeedbackEmail(deps, operatorEmail, payload),
    [enqueueClickSummariesTask]: async () => void (await enqueueClickSummaries(deps)),
    [sendClickSummaryTask]: (payload) => sendClickSummary(deps, payload),
    [enqueueWeeklyReportsTask]: async () => void (await enqueueWeeklyReports(deps)),
    [sendWeeklyReportTask]: (payload) => sendWeeklyReport(deps, payload),
    [sendMailingTask]: (payload) => sendMailing(deps, payload),
    [drawStorePictureTask]: (payload) => drawStorePicture(deps, payload),
    [addAvifTask]: (payload) => addAvif(deps, payload),
    [encodeNextPictureTask]: () =>
      encodeNextPicture(deps, {
        avif: (payload) => addAvif(deps, payload),
        store: (payload) => drawStorePicture(deps, payload),
        product: (payload) => drawProductPicture(deps, payload),
      }),
    [deleteOrphanedUploadsTask]: async () =>
      void (await deleteOrphanedUploads(deps, [listStoreUploads, listProductUploads, listSocialPictures])),
    [writeArchiveTask]: (payload) => writeArchive(deps, payload),
    'check-data-import': (payload) => checkDataImport(deps, payload),
    'import-data': (payload) => importData(deps, payload),
    [deleteExpiredExportsTask]: async () => void (await deleteExpiredExports(deps)),
    [deleteDueOrganizationsTask]: () => deleteDueOrganizations(deps),
    [sendDeletionEmailTask]: (payload) => sendDeletionEmail(deps, payload),
    [sendDeletedEmailTask]: (payload) => sendDeletedEmail(deps, payload),
    'delete-old-salts': async () => void (await deleteOldSalts(deps)),
    'delete-old-link-changes': async () => void (await deleteOldLinkChanges(deps)),
    'delete-expired-identity-state': async () => void (await deleteExpiredIdentityState(deps)),
    'roll-up-recent-days': async () => void (await updateDailyRollups(deps, 7)),
    'roll-up-all-days': async () => void (await updateDailyRollups(deps, maxRangeDays)),
    [reconcileClickRollupsTask]: (payload) => reconcileClickRollups(deps, payload, clickRetentionMonths),
    [purgeProjectClicksTask]: (payload) => purgeProjectClicks(deps, payload),
  }
}

/** Runs background jobs from the queue until closed. A job that a kill interrupted runs again at the next start. */
export async function openJobs({ databaseUrl, ...options }: JobsOptions): Promise<{ close(): Promise<void> }> {
  const { log } = options.deps
  const logger = new Logger((scope) => (level, message) => log[logLevels[level]]({ scope }, message))
  await deleteRetiredJobs(databaseUrl, logger)
  const lock = await openWorkerLock(databaseUrl, log)
  const runner = await runWorker({
    connectionString: databaseUrl,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    crontab,
    taskList: createTaskList(options),
    logger,
  })
  // Days that were not rolled up, by an earlier version or in a time without jobs, are rolled up at
  // the start, not at night.
  await runner.addJob('roll-up-all-days', {}, { jobKey: 'roll-up-all-days', queueName: rollupQueue })
  return {
    async close() {
      await runner.stop()
      await lock.close()
    },
  }
}

async function deleteRetiredJobs(connectionString: string, logger: Logger): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString, logger })
  try {
    const query = 'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = any($1)))'
    await utils.withPgClient((client) => client.query(query, [retiredTasks]))
  } finally {
    await utils.release()
  }
}
