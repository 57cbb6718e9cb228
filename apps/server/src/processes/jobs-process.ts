import { join } from 'node:path'
import { makeArrivalTeller, openClickDescriber, openShipper } from '../clicks/index.ts'
import type { Config } from '../config.ts'
import { openJobs } from '../jobs.ts'
import { makeGuardedFetch } from '../platform/guarded-fetch.ts'
import type { Log } from '../platform/log.ts'
import { stopWhenAsked, tell } from '../platform/process-messages.ts'
import { databaseUrlOf, openPlatform } from './open-platform.ts'

export async function runJobs(config: Config, log: Log): Promise<void> {
  const platform = openPlatform(config, log)
  const fetchPage = makeGuardedFetch({
    userAgent: `LinkshelfLinkCheck/1.0 (+${config.linksUrl})`,
    allowedPrivateAddresses: config.allowedPrivateAddresses,
  })
  const jobs = await openJobs({ platform, databaseUrl: databaseUrlOf(config), fetchPage, operatorEmail: config.operatorEmail })
  const describer = await openClickDescriber({ ...platform, geoipDb: config.geoipDb })
  const shipper = await openShipper({
    ...platform,
    journalsFolder: join(config.dataFolder, 'journal'),
    describer,
    onArrival: makeArrivalTeller(platform),
  })
  stopWhenAsked(async () => {
    await Promise.all([jobs.close(), shipper.close()])
    describer.close()
    await platform.close()
  })
  await tell({ kind: 'ready' })
}
