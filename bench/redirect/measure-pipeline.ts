import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { anOwnedLinkOn } from '../../harness/owned-link.ts'
import { runLinkshelf } from '../../harness/run-linkshelf.ts'
import { readStoreAddresses } from '../../harness/run-part.ts'
import { untilSettled } from '../../harness/until-settled.ts'
import { generateLoad, type Load } from './generate-load.ts'
import { readCpuMicroseconds } from './process-usage.ts'

const stages = ['edge', 'ship', 'engine'] as const

export interface PipelineCost {
  perSecond: number
  clicks: number
  /** The CPU time in microseconds for each counted click: of the edge, of the shipper and of ClickHouse. */
  microseconds: Record<(typeof stages)[number], number>
}

/**
 * Runs the whole program on one machine under load, and waits until every click is in ClickHouse. A first, shorter load
 * lets the code be optimized.
 */
export async function measurePipeline(load: Load, seconds: number): Promise<PipelineCost> {
  await using instance = await runLinkshelf()
  const path = new URL((await anOwnedLinkOn(instance)).url).pathname
  const clickhouse = openClickHouse((await readStoreAddresses(instance)).clickhouseUrl)
  const pids = await instance.processes()
  const server = { port: Number(new URL(instance.linksUrl).port), pid: pids.edge ?? Number.NaN }

  async function countStored(): Promise<number> {
    const answer = await clickhouse.query({ query: 'SELECT toFloat64(count()) AS clicks FROM clicks', format: 'JSONEachRow' })
    return (await answer.json<{ clicks: number }>())[0]?.clicks ?? 0
  }
  const readUsage = () => stages.map((stage) => readCpuMicroseconds(pids[stage] ?? Number.NaN))

  await generateLoad(server, { ...load, path }, Math.ceil(seconds / 2))
  const [clicksBefore, before] = [await untilSettled(countStored, 6_000), readUsage()]
  const { perSecond } = await generateLoad(server, { ...load, path }, seconds)
  const clicks = (await untilSettled(countStored, 6_000)) - clicksBefore
  const used = readUsage().map((microseconds, nth) => (microseconds - (before[nth] ?? 0)) / clicks)
  await clickhouse.close()
  const [edge = 0, ship = 0, engine = 0] = used
  return { perSecond, clicks, microseconds: { edge, ship, engine } }
}
