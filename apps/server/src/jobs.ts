import { findLimitedKind } from '@linkshelf/emails'
import { Logger, makeWorkerUtils, type Runner, run as runWorker } from 'graphile-worker'
import { z } from 'zod'
import { toInputMessage } from './access/index.ts'
import { amazonMigrationJobs } from './amazon-migrations/index.ts'
import { analyticsJobs, createLinkVisits, rollUpAllDaysTask, rollUpQueue } from './analytics/index.ts'
import { backupJobs } from './backups/index.ts'
import { listCategoryUploads } from './categories/index.ts'
import { clickJobs } from './clicks/index.ts'
import { dataTransferJobs } from './data-transfer/index.ts'
import { domainJobs, listDomainUploads } from './domains/index.ts'
import { earningsJobs } from './earnings/index.ts'
import { feedbackJobs } from './feedback/index.ts'
import { identityJobs } from './identity/index.ts'
import { type LinkCheckSettings, linkJobs, listThumbnailUploads, openLinkRequests } from './links/index.ts'
import { notificationJobs } from './notifications/index.ts'
import { enqueueLossEmails, organizationJobs } from './organizations/index.ts'
import { pictureQueueJobs } from './picture-queue/index.ts'
import type { Deps } from './platform/deps.ts'
import { createRenumberingJob } from './platform/file-job-turns.ts'
import { giveUpAfterDeaths } from './platform/job-deaths.ts'
import { limitJobsPerOrganization } from './platform/job-share.ts'
import { type Job, type JobKind, openWorkerLock, toTaskList } from './platform/jobs.ts'
import { limitEmails } from './platform/mail/limit-emails.ts'
import { listDeletedProductUploads, listProductUploads, productJobs } from './products/index.ts'
import { drawCategoryPicture, drawProductPicture, drawStoreCollage, drawStorePicture, socialPictureJobs } from './social-pictures/index.ts'
import { storageJobs } from './storage/index.ts'
import { listStoreUploads } from './stores/index.ts'
import { type Billing, manualBilling, subscriptionJobs } from './subscriptions/index.ts'
import { addAvif, addLook, encodeSiteIcon, prepareFetchedPicture, uploadJobs } from './uploads/index.ts'
import { type Google, noGoogle, youtubeChannelJobs } from './youtube-channels/index.ts'

// Jobs validate the rows of files with the schemas of the contract. Users see the error messages of these schemas.
z.config({ customError: toInputMessage })

/**
 * The log level for each level of the queue. The queue logs connections and jobs as `info`, which become `debug` here.
 */
const logLevels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

export interface JobsOptions {
  deps: Deps
  /** The URL must have the account of the jobs process. */
  databaseUrl: string
  /** Receives the feedback of users, and an email if a back-up or its check fails. */
  operatorEmail: string | undefined
  /** How many months single clicks are stored. */
  clickRetentionMonths: number
  billing?: Billing
  google?: Google
  /** If undefined, destinations of links are not checked. */
  linkChecks?: LinkCheckSettings | undefined
  /** How many domain names can be newly verified within three hours. */
  newDomainsPerThreeHours: number
  /** The time between two requests to the same host that links lead to. */
  hostIntervalMs?: number
  /** If true, runs only jobs that neither reach other systems nor delete data. */
  isPaused?: boolean
}

/**
 * How many jobs of a kind run at once. Each kind has workers of its own, so that an email waits neither for a file nor
 * for a server that does not answer. Reading a file uses a whole core and up to a gigabyte. Two workers for files are
 * the minimum, so that a file does not have to wait for a file of another organization.
 */
const workersByKind: Record<JobKind, number> = {
  mail: 4,
  people: 4,
  outward: 4,
  files: 2,
  archives: 2,
  pictures: 1,
  counting: 2,
  upkeep: 1,
}

/** Jobs of these kinds neither reach other systems nor delete data. */
const kindsWhilePaused: ReadonlySet<JobKind> = new Set(['files', 'archives', 'pictures', 'counting'])

/** Earlier versions ran these tasks on a schedule. They may have left jobs that no process runs any more. */
const retiredTasks = ['count-all-days', 'count-recent-days']

/** Creates the jobs of all modules. Emails are limited here, for every module that sends emails. */
export function createJobs({
  deps: given,
  operatorEmail,
  clickRetentionMonths,
  linkChecks,
  newDomainsPerThreeHours: instanceLimit,
  billing = manualBilling,
  google = noGoogle,
}: Omit<JobsOptions, 'databaseUrl' | 'hostIntervalMs' | 'isPaused'>): Job[] {
  const deps = { ...given, mail: limitEmails(given.mail, given, (kind) => findLimitedKind(kind) !== undefined) }
  const visits = createLinkVisits(deps)
  const pictureWorkers = {
    avif: (payload: unknown) => addAvif(deps, payload),
    look: (payload: unknown) => addLook(deps, payload),
    store: (payload: unknown) => drawStorePicture(deps, payload),
    collage: (payload: unknown) => drawStoreCollage(deps, payload),
    product: (payload: unknown) => drawProductPicture(deps, payload),
    category: (payload: unknown) => drawCategoryPicture(deps, payload),
  }
  return [
    ...identityJobs(deps),
    ...organizationJobs(deps),
    ...subscriptionJobs({ ...deps, billing }),
    ...domainJobs(deps, { instanceLimit, onLoss: enqueueLossEmails }),
    ...linkJobs({ ...deps, visits }, { linkChecks }),
    ...productJobs({ ...deps, visits }),
    ...uploadJobs(deps, [
      ...[listStoreUploads, listCategoryUploads, listProductUploads],
      ...[listDeletedProductUploads, listThumbnailUploads, listDomainUploads],
    ]),
    ...storageJobs(deps),
    ...pictureQueueJobs(deps, pictureWorkers),
    ...socialPictureJobs(deps),
    ...clickJobs(deps),
    ...analyticsJobs(deps, clickRetentionMonths),
    ...earningsJobs(deps),
    ...amazonMigrationJobs(deps),
    ...youtubeChannelJobs({ ...deps, google }),
    ...dataTransferJobs(deps),
    createRenumberingJob(deps),
    ...notificationJobs(deps),
    ...feedbackJobs(deps, operatorEmail),
    ...backupJobs(deps, operatorEmail),
  ]
}

/**
 * Returns the schedule of the jobs in crontab format. If a job names a queue, at most one of its scheduled runs waits,
 * because each run has the same job key.
 */
function toCrontab(jobs: readonly Job[]): string {
  return jobs
    .filter(({ cron }) => cron !== undefined)
    .map(({ name, cron, queue }) => (queue === undefined ? `${cron} ${name}` : `${cron} ${name} ?queue=${queue}&jobKey=${name}`))
    .join('\n')
}

/**
 * Runs background jobs from the queue until closed. If a kill interrupted a job, the job runs again after the next
 * start.
 */
export async function openJobs({
  databaseUrl,
  hostIntervalMs = 1_000,
  isPaused = false,
  ...options
}: JobsOptions): Promise<{ close(): Promise<void> }> {
  const { deps, linkChecks } = options
  const { log, db } = deps
  const logger = new Logger((scope) => (level, message) => log[logLevels[level]]({ scope }, message))
  await deleteRetiredJobs(databaseUrl, logger)
  const lock = await openWorkerLock(databaseUrl, log)
  if (isPaused)
    log.warn(
      'This instance was restored from a back-up and is paused: run `linkshelf resume` to send emails and requests, and to delete data',
    )
  const jobs = giveUpAfterDeaths(db, createJobs(options))
  const runners: Runner[] = []
  for (const [kind, concurrency] of Object.entries(workersByKind) as [JobKind, number][]) {
    if (isPaused && !kindsWhilePaused.has(kind)) continue
    const ofKind = jobs.filter((job) => job.kind === kind)
    const tasks = { concurrency, crontab: toCrontab(ofKind), taskList: toTaskList(ofKind), logger }
    // The pool has one connection more than there are workers. On the additional connection, the workers are notified
    // of new jobs.
    const connection = { connectionString: databaseUrl, maxPoolSize: concurrency + 1 }
    // One organization can use at most half of the workers, so that other organizations find a free worker.
    const share = concurrency > 1 ? limitJobsPerOrganization(concurrency / 2) : {}
    runners.push(await runWorker({ ...tasks, ...share, ...connection, pollInterval: 2_000, noHandleSignals: true }))
  }
  const requestOptions = { linkChecks, databaseUrl, hostIntervalMs, encodeIcon: encodeSiteIcon, preparePicture: prepareFetchedPicture }
  const linkRequests = isPaused ? undefined : openLinkRequests(deps, requestOptions)
  // Some days may not be rolled up, because of an earlier version or a time without jobs. This job rolls them up at the
  // start, so that they do not wait for the night.
  await runners[0]?.addJob(rollUpAllDaysTask, {}, { jobKey: rollUpAllDaysTask, queueName: rollUpQueue })
  return {
    async close() {
      await Promise.all([linkRequests?.close(), ...runners.map((runner) => runner.stop())])
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
