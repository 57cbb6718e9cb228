import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EdgeState } from '../apps/server/src/edge/open-edge.ts'
import { aLinkOn } from '../e2e/a-link.ts'
import { freshSettings, type Instance, runLinkshelf } from '../e2e/run-linkshelf.ts'
import { openPress, type Press } from './open-load-generator.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { makeSteppedClock, type SteppedClock } from './stepped-clock.ts'
import { askStore } from './stored-marks.ts'

/** The whole program under load, and what its surroundings can be made to do to it. */
export interface Rig extends AsyncDisposable {
  instance: Instance
  press: Press
  /** The project whose link is pressed. */
  projectId: string
  /** A sentence where the machine has no means for it. */
  disk: SmallDisk | string
  clock: SteppedClock | string
  /** Clicks that the edge counted as lost, in the order in which the disk was full. */
  fullDisks: FullDisk[]
  /** How long the engine is stopped for once. */
  longStopMs: number
  /** The process of a part as it is now; waits for the next one when this was given before. */
  nextProcess(part: string): Promise<number>
  /** The process lives on. */
  mayTakeAgain(process: number): void
  /** `kill -9` of the supervisor; the next start is on its way when it resolves. */
  killAndStart(): Promise<void>
  edgeState(): Promise<EdgeState>
  /** Resolves when everything works: a visitor gets a 302, PostgreSQL and the app answer, the click reaches the store. */
  untilAccepted(): Promise<Accepted>
}

export interface FullDisk {
  fromMark: number
  toMark: number
  lost: number
}

export interface Accepted {
  redirectsMs: number
  everythingMs: number
}

const patienceMs = 300_000

export async function openRig(perSecond: number, longStopMs: number): Promise<Rig> {
  await using opened = new AsyncDisposableStack()
  const fresh = opened.use(await freshSettings())
  const disk = mountSmallDisk(join(fresh.dataFolder, 'journal'))
  const clock = makeSteppedClock(fresh.dataFolder)
  if (typeof disk !== 'string') opened.defer(disk.unmount)
  const settings = { ...fresh.environment, ...(typeof clock === 'string' ? {} : clock.environment) }
  const instance = opened.use(await runLinkshelf(settings))
  const { dataFolder, appUrl, linksUrl } = instance
  const [pressed, probed] = [await aLinkOn(instance), await aLinkOn(instance)]
  const press = openPress({ url: pressed.url, perSecond, connections: 64, file: join(fresh.dataFolder, 'acknowledged-marks') })
  opened.defer(press.end)
  const given = new Set<number>()
  let starting = Promise.resolve()

  async function statusOf(address: string): Promise<number | undefined> {
    return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.status,
      () => undefined,
    )
  }

  async function isStored(mark: string): Promise<boolean> {
    const query = 'SELECT toUInt32(count()) AS n FROM clicks WHERE project_id = {projectId: UUID} AND utm_campaign = {mark: String}'
    const [row] = await askStore<{ n: number }>(dataFolder, query, { projectId: probed.params.projectId, mark })
    return row !== undefined && row.n > 0
  }

  /** Asks until the answer is yes. */
  async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
    const startedAt = performance.now()
    while (!(await ask().catch(() => false))) {
      if (performance.now() - startedAt > patienceMs) throw new Error(`${what}: not within ${patienceMs / 1_000} s`)
      await sleep(25)
    }
  }

  const closing = opened.move()
  return {
    instance,
    press,
    projectId: pressed.params.projectId,
    disk,
    clock,
    fullDisks: [],
    longStopMs,
    async nextProcess(part) {
      let found = 0
      await until(`A process of ${part}`, async () => {
        found = part === 'postgres' ? await postmasterOf(dataFolder) : ((await instance.processes())[part] ?? 0)
        return found > 0 && !given.has(found) && process.kill(found, 0)
      })
      given.add(found)
      return found
    },
    mayTakeAgain: (process) => void given.delete(process),
    async killAndStart() {
      await instance.kill()
      starting = instance.start()
      starting.catch(() => undefined) // told to whoever waits for it
    },
    async edgeState() {
      return (await fetch(`${linksUrl}/healthz`)).json() as Promise<EdgeState>
    },
    async untilAccepted() {
      const since = performance.now()
      await starting
      const mark = randomUUID()
      await until('A redirect', async () => (await statusOf(`${probed.url}?utm_campaign=${mark}`)) === 302)
      const redirectsMs = performance.now() - since
      // 429: PostgreSQL said no too often. Only where it says nothing is the answer another.
      await until('An answer of PostgreSQL', async () => [404, 429].includes((await statusOf(`${linksUrl}/${randomUUID()}`)) ?? 0))
      await until('The app', async () => (await statusOf(`${appUrl}/healthz`)) === 200)
      await until('A click in the store', () => isStored(mark))
      return { redirectsMs, everythingMs: performance.now() - since }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** The first line of a server's note is its process id. */
async function postmasterOf(dataFolder: string): Promise<number> {
  return Number((await readFile(join(dataFolder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
