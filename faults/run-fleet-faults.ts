import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { anOwnedLinkOn } from '../harness/owned-link.ts'
import { openFreshSettings, runLinkshelf } from '../harness/run-linkshelf.ts'
import { untilSettled } from '../harness/until-settled.ts'
import { openLoadGenerator } from './open-load-generator.ts'
import { countStoredClicks, readStoredMarks } from './stored-marks.ts'

export interface FleetFaultsOptions {
  minutes: number
  /** Redirects per second over all edges. */
  perSecond: number
  /** The length of time between two kills in seconds. */
  killEvery: number
  onProgress(line: string): void
}

export interface FleetFaultsReport {
  kills: number
  /** Redirects per second in the time in which requests were redirected. */
  perSecond: number
  /** Visits that got a 302. */
  acknowledged: number
  /** `broken` counts visits without a response. `others` counts visits with a response other than 302, by status. */
  broken: number
  others: Record<number, number>
  lost: number
  duplicated: number
  /** The number of rows in ClickHouse, and the number of clicks in its rollups. */
  rows: number
  inRollups: number
}

const edges = ['edge', 'edge-2', 'edge-3', 'edge-4']
/** One process can send about this many requests per second. */
const perGenerator = 2_500
/** If no click arrives in ClickHouse for this long, every journal is shipped. */
const stillMs = 15_000

/** Kills one of four edges at regular intervals under load. Then looks up every acknowledged click. */
export async function runFleetFaults({ minutes, perSecond, killEvery, onProgress }: FleetFaultsOptions): Promise<FleetFaultsReport> {
  await using opened = new AsyncDisposableStack()
  const fresh = opened.use(await openFreshSettings())
  const instance = opened.use(await runLinkshelf({ ...fresh.environment, EDGES: String(edges.length), PLANS: 'off' }))
  const generatorCount = Math.ceil(perSecond / perGenerator)
  const loads = await Promise.all(
    Array.from({ length: generatorCount }, async (_, nth) => {
      const { url, params } = await anOwnedLinkOn(instance)
      const file = join(fresh.dataFolder, `acknowledged-marks-${nth}`)
      const generator = openLoadGenerator({ urls: [url], perSecond: perSecond / generatorCount, connections: 32, file })
      opened.defer(generator.end)
      return { generator, projectId: params.projectId }
    }),
  )

  const startedAt = performance.now()
  let kills = 0
  for (; kills < Math.floor((minutes * 60) / killEvery); kills += 1) {
    await sleep(startedAt + (kills + 0.5) * killEvery * 1_000 - performance.now())
    const edge = edges[kills % edges.length] ?? 'edge'
    const pid = (await instance.processes())[edge]
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    const progress = await Promise.all(loads.map(({ generator }) => generator.progress()))
    const sum = progress.reduce((total, { acknowledged }) => total + acknowledged, 0)
    onProgress(`${kills + 1}  kill -9 of ${edge} after ${sum} redirects`)
  }
  await sleep(startedAt + minutes * 60_000 - performance.now())

  const stopped = await Promise.all(loads.map(async ({ generator, projectId }) => ({ ...(await generator.stop()), projectId })))
  const countRows = async () => {
    const stored = await Promise.all(stopped.map(({ projectId }) => countStoredClicks(instance.dataFolder, projectId)))
    return stored.reduce((total, { clicks }) => total + clicks, 0)
  }
  const acknowledged = stopped.reduce((total, load) => total + load.acknowledged, 0)
  onProgress(`The load has ended after ${acknowledged} redirects`)
  await untilSettled(countRows, stillMs)

  const report: FleetFaultsReport = {
    kills,
    acknowledged,
    perSecond: 0,
    broken: 0,
    others: {},
    lost: 0,
    duplicated: 0,
    rows: 0,
    inRollups: 0,
  }
  for (const { projectId, marks, next, ...load } of stopped) {
    const times = await readStoredMarks(instance.dataFolder, projectId, next)
    const stored = await countStoredClicks(instance.dataFolder, projectId)
    report.perSecond += (load.acknowledged / load.answeredMs) * 1_000
    report.broken += load.broken
    for (const [status, count] of Object.entries(load.others)) report.others[Number(status)] = (report.others[Number(status)] ?? 0) + count
    for (const [mark, found] of times.entries()) {
      if (found > 1) report.duplicated += 1
      if (found === 0 && marks[mark] === 1) report.lost += 1
    }
    report.rows += stored.clicks
    report.inRollups += stored.inRollups
  }
  return report
}
