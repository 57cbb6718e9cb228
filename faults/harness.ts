import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMetric } from '../apps/server/test/read-metric.ts'
import { findFreePortRange } from '../harness/free-port-range.ts'
import { anOwnedLinkOn } from '../harness/owned-link.ts'
import { findPostgresProcess, type Instance, openFreshSettings, runLinkshelf } from '../harness/run-linkshelf.ts'
import { type LoadGenerator, openLoadGenerator } from './open-load-generator.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { createSteppedClock, type SteppedClock } from './stepped-clock.ts'
import { queryClickHouse } from './stored-marks.ts'

/** The whole program with two edges under load, and functions that inject faults into it. */
export interface Harness extends AsyncDisposable {
  instance: Instance
  load: LoadGenerator
  /** The project of the link that is under load. */
  projectId: string
  /** The disk of the journals, or a sentence that says why this machine can't fill a disk. */
  disk: SmallDisk | string
  clock: SteppedClock | string
  /**
   * The periods in which the disk was full, in their order, with the number of clicks that the edges counted as lost.
   */
  fullDisks: FullDisk[]
  /** Duration of the one long stop of the engine. All other stops are short. */
  longStopMs: number
  /** Returns the id of a part's current process. If this id was returned before, waits for a new process. */
  nextProcess(part: string): Promise<number>
  /** Lets `nextProcess` return the process again, because the process survived its fault. */
  allowAgain(process: number): void
  /** Kills the supervisor with `kill -9` and starts it again. Resolves before the start is complete. */
  killAndStart(): Promise<void>
  /** The number of clicks that the edges counted as lost since they started. */
  clicksLost(): Promise<number>
  /** Returns true if any edge reports a full disk. */
  isDiskFull(): Promise<boolean>
  /**
   * Resolves when everything works: a visitor gets a 302, PostgreSQL and the app respond, and a click is in ClickHouse.
   */
  untilRecovered(): Promise<RecoveryTimes>
}

export interface FullDisk {
  fromMark: number
  toMark: number
  lost: number
}

export interface RecoveryTimes {
  redirectsMs: number
  everythingMs: number
}

const timeoutMs = 300_000

export async function openHarness(perSecond: number, longStopMs: number): Promise<Harness> {
  await using opened = new AsyncDisposableStack()
  const fresh = opened.use(await openFreshSettings())
  const disk = mountSmallDisk(join(fresh.dataFolder, 'journal'))
  const clock = createSteppedClock(fresh.dataFolder)
  if (typeof disk !== 'string') opened.defer(disk.unmount)
  const metricsPort = await findFreePortRange(5)
  const edgeMetricsPorts = [metricsPort + 1, metricsPort + 3] // the ports follow those of api and jobs
  const settings = {
    ...fresh.environment,
    EDGES: '2',
    METRICS_PORT: String(metricsPort),
    ...(typeof clock === 'string' ? {} : clock.environment),
  }
  const instance = opened.use(await runLinkshelf(settings))
  const { dataFolder, appUrl, linksUrl } = instance
  const [loaded, probed] = [await anOwnedLinkOn(instance), await anOwnedLinkOn(instance)]
  const load = openLoadGenerator({ urls: [loaded.url], perSecond, connections: 64, file: join(fresh.dataFolder, 'acknowledged-marks') })
  opened.defer(load.end)
  const returned = new Set<number>()
  let starting = Promise.resolve()

  async function requestStatus(address: string): Promise<number | undefined> {
    return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.status,
      () => undefined,
    )
  }

  function readEdgeMetric(metric: string): Promise<number[]> {
    return Promise.all(edgeMetricsPorts.map((port) => readMetric(port, metric)))
  }

  async function isStored(mark: string): Promise<boolean> {
    const query = 'SELECT toUInt32(count()) AS n FROM clicks WHERE project_id = {projectId: UUID} AND utm_campaign = {mark: String}'
    const [row] = await queryClickHouse<{ n: number }>(dataFolder, query, { projectId: probed.params.projectId, mark })
    return row !== undefined && row.n > 0
  }

  /** Polls until the condition is true. */
  async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const startedAt = performance.now()
    while (!(await isTrue().catch(() => false))) {
      if (performance.now() - startedAt > timeoutMs) throw new Error(`${what}: not within ${timeoutMs / 1_000} s`)
      await sleep(25)
    }
  }

  const closing = opened.move()
  return {
    instance,
    load,
    projectId: loaded.params.projectId,
    disk,
    clock,
    fullDisks: [],
    longStopMs,
    async nextProcess(part) {
      let found = 0
      await waitUntil(`A process of ${part}`, async () => {
        found = (part === 'postgres' ? await findPostgresProcess(instance) : (await instance.processes())[part]) ?? 0
        return found > 0 && !returned.has(found) && process.kill(found, 0)
      })
      returned.add(found)
      return found
    },
    allowAgain: (process) => void returned.delete(process),
    async killAndStart() {
      await instance.kill()
      starting = instance.start()
      starting.catch(() => undefined) // untilRecovered rejects with this error
    },
    async clicksLost() {
      return (await readEdgeMetric('linkshelf_clicks_total{outcome="lost"}')).reduce((sum, lost) => sum + lost, 0)
    },
    async isDiskFull() {
      return (await readEdgeMetric('linkshelf_journal_disk_full')).includes(1)
    },
    async untilRecovered() {
      const since = performance.now()
      await starting
      const mark = randomUUID()
      await waitUntil('A redirect', async () => (await requestStatus(`${probed.url}?utm_campaign=${mark}`)) === 302)
      const redirectsMs = performance.now() - since
      await waitUntil('Both edges', async () => (await readEdgeMetric('linkshelf_journal_disk_full')).length === 2)
      // 404, and 429 because of the not-found rate limit, are both sent only while PostgreSQL responds.
      await waitUntil('An answer of PostgreSQL', async () => [404, 429].includes((await requestStatus(`${linksUrl}/${randomUUID()}`)) ?? 0))
      await waitUntil('The app', async () => (await requestStatus(`${appUrl}/healthz`)) === 200)
      await waitUntil('A click in the store', () => isStored(mark))
      return { redirectsMs, everythingMs: performance.now() - since }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
