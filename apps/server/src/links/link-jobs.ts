import { importJobs } from '../file-imports/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { checkDueLinks, type LinkCheckSettings } from './health/check-due-links.ts'
import { checkLinksQueue, checkLinksTask } from './health/request-link-check.ts'
import { fetchDueIcons, fetchIconsQueue, fetchIconsTask, reconcileIconsTask, reconcileSiteIcons } from './icons/site-icons.ts'
import { linkImports } from './import/link-imports.ts'
import { checkPage, checkPageTask } from './page-check/check-page.ts'
import { deleteOldLinkChanges } from './resolved/link-changes.ts'
import { eraseLinks, eraseLinksTask } from './write/delete-link.ts'

interface LinkJobOptions {
  /** Undefined: destinations of links are not checked. */
  linkChecks: LinkCheckSettings | undefined
  encodeIcon: Parameters<typeof fetchDueIcons>[0]['encodeIcon']
}

export function linkJobs(deps: Deps, { linkChecks, encodeIcon }: LinkJobOptions): Job[] {
  return [
    { name: checkPageTask, kind: 'outward', run: (payload) => checkPage(deps, payload) },
    { name: eraseLinksTask, kind: 'people', run: (payload) => eraseLinks(deps, payload) },
    { name: checkLinksTask, kind: 'outward', cron: '* * * * *', queue: checkLinksQueue, run: () => checkDueLinks(deps, linkChecks) },
    {
      name: fetchIconsTask,
      kind: 'outward',
      cron: '* * * * *',
      queue: fetchIconsQueue,
      run: () => fetchDueIcons({ ...deps, encodeIcon }),
    },
    { name: reconcileIconsTask, kind: 'upkeep', cron: '19 * * * *', run: () => reconcileSiteIcons(deps) },
    ...importJobs(linkImports, deps),
    { name: 'delete-old-link-changes', kind: 'upkeep', cron: '29 * * * *', run: async () => void (await deleteOldLinkChanges(deps)) },
  ]
}
