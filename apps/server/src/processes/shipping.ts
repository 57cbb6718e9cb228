import { join } from 'node:path'
import {
  createShippedClicksPublisher,
  openRecordEnricher,
  openShipper,
  openShippingRequestsSubscription,
  type Shipper,
} from '../clicks/index.ts'
import type { Config } from '../config.ts'
import type { DatabaseAccount } from '../databases/database-accounts.ts'
import type { ClickDeps } from '../platform/deps.ts'
import type { Metrics } from '../platform/http/metrics.ts'
import { getListenerUrl } from './stores.ts'

/** Opens a shipper for the journals of this data folder, with everything that enriching a click needs. */
export async function openShipping(config: Config, account: DatabaseAccount, deps: ClickDeps): Promise<Pick<Shipper, 'state' | 'close'>> {
  const enricher = await openRecordEnricher({ ...deps, geoipDb: config.geoipDb })
  const requests = openShippingRequestsSubscription({
    ...deps,
    listenerUrl: getListenerUrl(config, account),
    onRequest: () => shipper.shipNow(),
  })
  const shipper = openShipper({
    ...deps,
    journalsFolder: join(config.dataFolder, 'journal'),
    enricher,
    areNumbersRead: requests.areNumbersRead,
    onClicksShipped: createShippedClicksPublisher(deps),
  })
  return {
    state: shipper.state,
    async close() {
      await Promise.all([shipper.close(), requests.close()])
      enricher.close()
    },
  }
}

/**
 * Adds metrics of shipping. While another process ships the same journals, the metrics of that process have the
 * figures.
 */
export function measureShipping({ addCount, addGauge }: Pick<Metrics, 'addCount' | 'addGauge'>, { state }: Pick<Shipper, 'state'>): void {
  addGauge({
    name: 'linkshelf_shipper_lag_seconds',
    help: 'Age of the oldest click or page view that waits to be shipped',
    read: () => state().lagMs / 1_000,
  })
  addCount({ name: 'linkshelf_shipper_rows_total', help: 'Clicks stored in ClickHouse', read: () => state().shipped })
  addCount({
    name: 'linkshelf_shipper_page_views_total',
    help: 'Page views stored in ClickHouse',
    read: () => state().shippedViews,
  })
  addCount({
    name: 'linkshelf_shipper_dead_letters_total',
    help: 'Clicks and page views that could not be counted',
    read: () => state().deadLetters,
  })
  addCount({
    name: 'linkshelf_shipper_deleted_total',
    help: 'Clicks and page views that their owner deleted before they were shipped',
    read: () => state().deleted,
  })
  addGauge({ name: 'linkshelf_shipper_standing_by', help: '1 while another process ships', read: () => Number(state().isStandingBy) })
}
