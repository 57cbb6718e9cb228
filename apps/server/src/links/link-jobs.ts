import { importJobs, undoJob } from '../file-imports/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { createFollowWorker } from './following/follow-link.ts'
import { createHealthWorker, enqueueDueChecks, forgetIdleHosts, type LinkCheckSettings } from './health/check-due-links.ts'
import { checkLinksQueue, checkLinksTask } from './health/request-link-check.ts'
import {
  createIconWorker,
  enqueueDueIcons,
  fetchIconsQueue,
  fetchIconsTask,
  reconcileIconsTask,
  reconcileSiteIcons,
} from './icons/site-icons.ts'
import { linkImports } from './import/link-imports.ts'
import type { ClickedLinkFinder } from './link-visits.ts'
import { openOutwardQueue } from './outward/outward-queue.ts'
import { checkPageTask, createPageWorker, enqueueStoredPageCheck } from './page-check/check-page.ts'
import { deleteOldShortUrlRequests } from './page-check/limit-short-urls.ts'
import { deleteOldLinkChanges } from './resolved/link-changes.ts'
import {
  createThumbnailWorker,
  enqueueDueThumbnails,
  fetchThumbnailsQueue,
  fetchThumbnailsTask,
  type PreparePicture,
} from './thumbnails/fetch-thumbnail.ts'
import { eraseExpiredLinks, eraseExpiredLinksTask, eraseLinksOfProject, eraseLinksTask } from './write/erase-links.ts'

interface LinkJobOptions {
  /** If undefined, destinations of links are not checked. */
  linkChecks: LinkCheckSettings | undefined
}

export function linkJobs(deps: Deps & { visits: ClickedLinkFinder }, { linkChecks }: LinkJobOptions): Job[] {
  return [
    { name: checkPageTask, kind: 'outward', run: (payload) => enqueueStoredPageCheck(deps, payload) },
    { name: eraseLinksTask, kind: 'people', run: (payload) => eraseLinksOfProject(deps, payload) },
    {
      name: eraseExpiredLinksTask,
      kind: 'upkeep',
      cron: '9 * * * *',
      queue: eraseExpiredLinksTask,
      run: () => eraseExpiredLinks(deps),
    },
    {
      name: checkLinksTask,
      kind: 'outward',
      cron: '* * * * *',
      queue: checkLinksQueue,
      run: () => enqueueDueChecks(deps, linkChecks),
    },
    { name: fetchIconsTask, kind: 'outward', cron: '* * * * *', queue: fetchIconsQueue, run: () => enqueueDueIcons(deps) },
    { name: fetchThumbnailsTask, kind: 'outward', cron: '* * * * *', queue: fetchThumbnailsQueue, run: () => enqueueDueThumbnails(deps) },
    { name: 'forget-idle-hosts', kind: 'upkeep', cron: '39 4 * * *', run: () => forgetIdleHosts(deps) },
    {
      name: 'delete-old-short-url-requests',
      kind: 'upkeep',
      cron: '49 4 * * *',
      run: () => deleteOldShortUrlRequests(deps.db, deps.clock.now()),
    },
    { name: reconcileIconsTask, kind: 'upkeep', cron: '19 * * * *', run: () => reconcileSiteIcons(deps) },
    ...importJobs(linkImports, deps),
    undoJob(linkImports, deps),
    { name: 'delete-old-link-changes', kind: 'upkeep', cron: '29 * * * *', run: async () => void (await deleteOldLinkChanges(deps)) },
  ]
}

interface LinkRequestOptions extends LinkJobOptions {
  /** Connection URL of the database account of jobs. */
  databaseUrl: string
  /** Time between two requests to the same host. */
  hostIntervalMs: number
  encodeIcon: Parameters<typeof createIconWorker>[0]['encodeIcon']
  preparePicture: PreparePicture
}

/** Opens the queue that sends the links' requests to other servers until it is closed. */
export function openLinkRequests(
  deps: Deps,
  { linkChecks, databaseUrl, hostIntervalMs, encodeIcon, preparePicture }: LinkRequestOptions,
): { close(): Promise<void> } {
  return openOutwardQueue({
    deps,
    databaseUrl,
    hostIntervalMs,
    workers: {
      page: createPageWorker(deps),
      follow: createFollowWorker(deps),
      icon: createIconWorker({ ...deps, encodeIcon }),
      health: createHealthWorker(deps, linkChecks),
      thumbnail: createThumbnailWorker({ ...deps, preparePicture }),
    },
    enqueueDueChecks: () => enqueueDueChecks(deps, linkChecks),
  })
}
