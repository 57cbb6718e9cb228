/**
 * Manages the own domains of organizations, and which of them new links of a project get. `check-domain.ts` queries
 * their records, `judge-records.ts` decides what they prove, `verified-name-table.ts` limits how many are verified, and
 * `domain-loss-email.ts` tells owners of a domain that is not verified any more.
 */

import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { checkDomain, checkDomainTask, enqueueOverdueChecks } from './check-domain.ts'
import { sendDomainLoss, sendDomainLossTask } from './domain-loss-email.ts'
import { deleteOldVerifiedNames } from './verified-name-table.ts'

export { countDomains, listDomainUploads } from './domain-table.ts'
export { domainRoutes } from './domains.ts'
export { deleteUnusedDomains, reserveDomains } from './reserve-domains.ts'

/** `instanceLimit`: how many names are newly verified within three hours. */
export function domainJobs(deps: Deps, limits: { instanceLimit: number }): Job[] {
  return [
    { name: checkDomainTask, kind: 'outward', run: (payload) => checkDomain(deps, payload, limits) },
    { name: 'enqueue-overdue-domain-checks', kind: 'upkeep', cron: '*/10 * * * *', run: () => enqueueOverdueChecks(deps) },
    {
      name: 'delete-old-verified-names',
      kind: 'upkeep',
      cron: '40 4 * * *',
      run: () => deleteOldVerifiedNames(deps.db, deps.clock.now()),
    },
    { name: sendDomainLossTask, kind: 'mail', run: (payload) => sendDomainLoss(deps, payload) },
  ]
}
