import { join } from 'node:path'
import { createShippedClicksPublisher, openRecordEnricher, openShipper, type Shipper } from '../clicks/index.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../platform/deps.ts'

/** Ships the journals of this data folder, with everything that enriching a click takes. */
export async function openShipping(config: Config, deps: Deps): Promise<Pick<Shipper, 'state' | 'close'>> {
  const enricher = await openRecordEnricher({ ...deps, geoipDb: config.geoipDb })
  const shipper = openShipper({
    ...deps,
    journalsFolder: join(config.dataFolder, 'journal'),
    enricher,
    onClicksShipped: createShippedClicksPublisher(deps),
  })
  return {
    state: shipper.state,
    async close() {
      await shipper.close()
      enricher.close()
    },
  }
}
