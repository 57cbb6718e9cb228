import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiClient, findErrorStatus } from '../apps/server/src/demo/api-client.ts'
import { identifyProcess } from '../apps/server/src/platform/process/process-identity.ts'
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
  /** The link that is under load, and its project. */
  loaded: { url: string; projectId: string }
  /** The disks of the journals and of all other files, or a sentence that says why this machine can't fill a disk. */
  disks: { journals: SmallDisk; stores: SmallDisk } | string
  clock: SteppedClock | string
  /**
   * The periods in which the disk was full, in their order, with the number of clicks that the edges counted as lost.
   */
  fullDisks: FullDisk[]
  /** Duration of the long stops, one of each database. All other stops are short. */
  longStopMs: number
  /** Sentences that say what was wrong during or after a fault. */
  violations: string[]
  /** Sentences that say what a process did when its resources were exhausted. */
  effects: string[]
  /** How long the last complete run of each command took in milliseconds, by command. */
  durationsMs: Map<string, number>
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
  /** Lists links through the API. Rejects if there is no response, or if the response is an error. */
  callApi(): Promise<unknown>
  /** Returns the status of a short link that was never visited, which is looked up in PostgreSQL. */
  requestUnknownLink(): Promise<number | undefined>
  /**
   * Resolves when everything works: a visitor gets a 302, every process, PostgreSQL and the app respond, and a click is
   * in ClickHouse.
   */
  untilRecovered(): Promise<RecoveryTimes>
  /** Resolves when each edge has redirected a request of the load. */
  untilEdgesAreLoaded(): Promise<void>
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
  const disks = mountDisks(fresh.dataFolder, opened)
  const clock = createSteppedClock(fresh.dataFolder)
  const metricsPort = await findFreePortRange(5)
  // The ports are those of api, edge, jobs, edge-2 and ship, in this order.
  const metricsPorts = Array.from({ length: 5 }, (_, nth) => metricsPort + nth)
  const edgeMetricsPorts = [metricsPort + 1, metricsPort + 3]
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
  // An API key is used, because a run takes longer than an access token is valid.
  const { key } = await probed.api.apiKeys.create({ params: probed.params, body: { name: 'Faults' } })
  const api = createApiClient(appUrl, key)
  /** For each id that `nextProcess` has returned, when its process was started, because ids are used again. */
  const returned = new Map<number, string>()
  let starting = Promise.resolve()

  async function requestStatus(address: string): Promise<number | undefined> {
    return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.status,
      () => undefined,
    )
  }

  /** Reads a metric of each edge, as soon as each edge responds. */
  async function readEdgeMetric(metric: string): Promise<number[]> {
    let values: number[] = []
    await waitUntil('A metric of each edge', async () => {
      values = await Promise.all(edgeMetricsPorts.map((port) => readMetric(port, metric)))
      return true
    })
    return values
  }

  async function isStored(mark: string): Promise<boolean> {
    const query = 'SELECT toUInt32(count()) AS n FROM clicks WHERE project_id = {projectId: UUID} AND utm_campaign = {mark: String}'
    const [row] = await queryClickHouse<{ n: number }>(dataFolder, query, { projectId: probed.params.projectId, mark })
    return row !== undefined && row.n > 0
  }

  function requestUnknownLink(): Promise<number | undefined> {
    return requestStatus(`${linksUrl}/${randomUUID()}`)
  }

  function readRedirects(): Promise<number[]> {
    return readEdgeMetric('linkshelf_visits_total{outcome="sent_on"}')
  }

  function callApi(): Promise<unknown> {
    return api.links.list({ params: probed.params, query: { limit: 1 } })
  }

  /** Returns whether the API answers a call that reads PostgreSQL. A rate limited call is answered too. */
  async function isApiAnswering(): Promise<boolean> {
    return callApi().then(
      () => true,
      (error: unknown) => findErrorStatus(error) === 429,
    )
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
    loaded: { url: loaded.url, projectId: loaded.params.projectId },
    disks,
    clock,
    fullDisks: [],
    longStopMs,
    violations: [],
    effects: [],
    durationsMs: new Map(),
    callApi,
    requestUnknownLink,
    async nextProcess(part) {
      let found = 0
      await waitUntil(`A process of ${part}`, async () => {
        found = (part === 'postgres' ? await findPostgresProcess(instance) : (await instance.processes())[part]) ?? 0
        return found > 0 && process.kill(found, 0) && (await identifyProcess(found)).bornAt !== returned.get(found)
      })
      returned.set(found, (await identifyProcess(found)).bornAt)
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
      for (const port of metricsPorts)
        await waitUntil(`A process at port ${port}`, async () => (await requestStatus(`http://127.0.0.1:${port}/metrics`)) === 200)
      // 404, and 429 because of the not-found rate limit, are both sent only while PostgreSQL responds.
      await waitUntil('An answer of PostgreSQL', async () => [404, 429].includes((await requestUnknownLink()) ?? 0))
      await waitUntil('The app', async () => (await requestStatus(`${appUrl}/healthz`)) === 200)
      await waitUntil('The API', isApiAnswering)
      await waitUntil('A click in the store', () => isStored(mark))
      return { redirectsMs, everythingMs: performance.now() - since }
    },
    async untilEdgesAreLoaded() {
      const before = await readRedirects()
      await waitUntil('Redirects of each edge', async () => (await readRedirects()).every((count, nth) => count > (before[nth] ?? 0)))
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

const [journalsBytes, storesBytes] = [384 * 1_048_576, 8_192 * 1_048_576]

/**
 * Mounts a disk on the data folder and another on its journals. Returns a sentence that says why this machine can't
 * mount a disk, if it can't.
 */
function mountDisks(dataFolder: string, opened: AsyncDisposableStack): Harness['disks'] {
  const stores = mountSmallDisk(dataFolder, { image: `${dataFolder}-stores.img`, bytes: storesBytes })
  if (typeof stores === 'string') return stores
  opened.defer(stores.unmount)
  const journals = mountSmallDisk(join(dataFolder, 'journal'), { image: `${dataFolder}-journals.img`, bytes: journalsBytes })
  if (typeof journals === 'string') return journals
  opened.defer(journals.unmount)
  return { journals, stores }
}
