import { rebuildSums } from '../analytics/index.ts'
import type { Config } from '../config.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { systemClock } from '../platform/clock.ts'
import { findAddresses } from '../platform/process/data-directory-lock.ts'
import type { Log } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'

/** Makes the sums of clicks again; works on the embedded engine of a running instance when no other store is named. */
export async function rebuildRollups(config: Config, log: Log): Promise<void> {
  const url = config.clickhouseUrl ?? (await findAddresses(config.dataFolder))?.clickhouseUrl
  if (url === undefined)
    throw new StartError('CLICKHOUSE_URL names no server. Set it, or start Linkshelf first: its own engine runs with it.')
  const clickhouse = openClickHouse(url)
  try {
    const { mended, counted } = await rebuildSums({ clickhouse, clock: systemClock, log }, config.clickRetentionMonths)
    process.stdout.write(`Rows of the sums mended: ${mended}. Days counted: ${counted}.\n`)
  } finally {
    await clickhouse.close()
  }
}
