import { join } from 'node:path'
import { makeArrivalTeller, openClickDescriber, openShipper, type Shipper } from '../clicks/index.ts'
import type { Config } from '../config.ts'
import type { Platform } from '../platform/platform.ts'

/** Ships the journals of this data folder, with all that describing a click takes. */
export async function openShipping(config: Config, platform: Platform): Promise<Pick<Shipper, 'state' | 'close'>> {
  const describer = await openClickDescriber({ ...platform, geoipDb: config.geoipDb })
  const shipper = openShipper({
    ...platform,
    journalsFolder: join(config.dataFolder, 'journal'),
    describer,
    onArrival: makeArrivalTeller(platform),
  })
  return {
    state: shipper.state,
    async close() {
      await shipper.close()
      describer.close()
    },
  }
}
