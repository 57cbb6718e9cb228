/**
 * Manages the own domains of organizations, and decides which domain new links of a project get. `check-domain.ts`
 * queries DNS records, `judge-records.ts` decides what they prove, and `verified-name-table.ts` limits how many names
 * are verified. `link-domains.ts` finds and locks the domains of links and pages.
 */

import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { type CheckOptions, checkDomain, checkDomainTask, enqueueOverdueChecks } from './check-domain.ts'
import { deleteOldVerifiedNames } from './verified-name-table.ts'

export { countDomains, type DomainRow, listDomainUploads, selectDomain } from './domain-table.ts'
export { domainRoutes } from './domains.ts'
export { rootHostOfStore, selectDomainHost } from './host-expressions.ts'
export { findLossProblem } from './judge-records.ts'
export {
  assertUnservedAddresses,
  findDomainId,
  findDomainIdOrReleased,
  findLinkDomain,
  findServedAddresses,
  lockLinkDomain,
  lockRootDomains,
  lockServingDomains,
  selectLinkDomains,
  selectRootDomains,
} from './link-domains.ts'
export { deleteUnusedDomains, reserveDomains } from './reserve-domains.ts'

export function domainJobs(deps: Deps, options: CheckOptions): Job[] {
  return [
    { name: checkDomainTask, kind: 'outward', run: (payload) => checkDomain(deps, payload, options) },
    { name: 'enqueue-overdue-domain-checks', kind: 'upkeep', cron: '*/10 * * * *', run: () => enqueueOverdueChecks(deps) },
    {
      name: 'delete-old-verified-names',
      kind: 'upkeep',
      cron: '40 4 * * *',
      run: () => deleteOldVerifiedNames(deps.db, deps.clock.now()),
    },
  ]
}
