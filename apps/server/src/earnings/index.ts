/**
 * Stores the earnings of links. `reports/` reads the files of Amazon, eBay and AliExpress, and `imports/` imports them
 * in resumable jobs. `postbacks/` accepts sales from networks, `records/` stores transactions, and `matching/` joins
 * them to clicks and links. `reading/` computes totals, and converts them with `rates.ts` to the owner's currency.
 */

import { importJobs } from '../file-imports/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { earningsImports } from './imports/earnings-imports.ts'
import { addCampaignsOfSales, addCampaignsTask } from './matching/add-campaigns.ts'
import { matchEarnings, matchEarningsTask, matchStoredEarningsTask } from './matching/match-earnings.ts'

export { earningsRoutes, postbackRoutes } from './earnings-routes.ts'
export { earningsImportRoutes } from './imports/earnings-imports.ts'
export { revokePostbackAddresses } from './postbacks/postback-address.ts'
export { findLinkTotals } from './reading/find-link-totals.ts'
export { getEarnings } from './reading/get-earnings.ts'
export { getEarningsBreakdown } from './reading/get-earnings-breakdown.ts'
export { createLinkEarnings } from './reading/link-earnings.ts'
export { type AnnouncedSale, markSalesAnnounced, selectAnnouncedSales, selectOrganizationsWithNewSales } from './records/announce-table.ts'
export { updateArchivedOrders } from './records/earning-table.ts'

export function earningsJobs(deps: Deps): Job[] {
  const run: Job['run'] = (payload) => matchEarnings(deps, payload)
  return [
    ...importJobs(earningsImports, deps),
    { name: matchEarningsTask, kind: 'people', run },
    { name: matchStoredEarningsTask, kind: 'upkeep', run },
    { name: addCampaignsTask, kind: 'upkeep', run: (payload) => addCampaignsOfSales(deps, payload) },
  ]
}
