/**
 * Records clicks and page views. `journal/` makes them durable before the visitor is answered. `enrichment/` detects
 * bots and adds visitor key, country, device and referrer. `shipping/` inserts clicks and page views into ClickHouse
 * exactly once. `moves/` moves them to another ClickHouse. `backups/` reads and loads them for back-ups.
 */

import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteOldSalts } from './enrichment/describe-visit.ts'

export { copyJournals, hasJournals } from './backups/copy-journals.ts'
export { freezeClicks } from './backups/freeze-clicks.ts'
export { hasEqualClicks } from './backups/has-equal-clicks.ts'
export { loadClicks } from './backups/load-clicks.ts'
export { clickTables } from './click-tables.ts'
export { parseUserAgent } from './enrichment/parse-user-agent.ts'
export { openRecordEnricher } from './enrichment/record-enricher.ts'
export { noId } from './enrichment/visit-row.ts'
export { type CountryTable, openCountryTable } from './geoip/country-table.ts'
export { checkGeoipFile } from './geoip/geoip.ts'
export { openJournal } from './journal/journal.ts'
export { openLostClicksSubscription } from './journal/lost-clicks.ts'
export type { ClickRecord } from './journal/records/visit-records.ts'
export { openMoveSession } from './moves/click-move-table.ts'
export { type ClickStore, openClickStore } from './moves/click-store.ts'
export { assertMovedAway, dropOldClicks } from './moves/drop-old-clicks.ts'
export { ClickMoveError, guardClickWrites } from './moves/guard-click-writes.ts'
export { assertMovable, moveClicks } from './moves/move-clicks.ts'
export { insertRows, RejectedRowsError } from './shipping/insert-rows.ts'
export { createShippedClicksPublisher, openShippedClicksSubscription } from './shipping/shipped-clicks.ts'
export { openShipper, type Shipper } from './shipping/shipper.ts'
export { openShippingRequests, openShippingRequestsSubscription } from './shipping/shipping-requests.ts'
export { findTrafficSource } from './traffic-sources.ts'

export function clickJobs(deps: Deps): Job[] {
  return [{ name: 'delete-old-salts', kind: 'upkeep', cron: '17 * * * *', run: async () => void (await deleteOldSalts(deps)) }]
}
