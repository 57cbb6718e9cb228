import { join } from 'node:path'
import { makeArrivalTeller, openClickDescriber, openShipper, type Shipper } from '../clicks/index.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../platform/deps.ts'

/** Ships the journals of this data folder, with all that describing a click takes. */
export async function openShipping(config: Config, deps: Deps): Promise<Pick<Shipper, 'state' | 'close'>> {
  const describer = await openClickDescriber({ ...deps, geoipDb: config.geoipDb })
  const shipper = openShipper({
    ...deps,
    journalsFolder: join(config.dataFolder, 'journal'),
    describer,
    onArrival: makeArrivalTeller(deps),
  })
  return {
    state: shipper.state,
    async close() {
      await shipper.close()
      describer.close()
    },
  }
}
