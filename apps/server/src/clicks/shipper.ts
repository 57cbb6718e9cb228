import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '../platform/clickhouse.ts'
import type { Clock } from '../platform/clock.ts'
import { type FileLock, takeFileLock } from '../platform/file-lock.ts'
import type { Log } from '../platform/log.ts'
import type { ClickDescriber, Described } from './click-describer.ts'
import { insertClicks } from './insert-clicks.ts'
import { listEdges } from './journal-files.ts'
import { type DeadLetter, emptyQuarantine, writeDeadLetters } from './set-aside.ts'
import { type Shipment, type ShippingNews, shipJournal } from './ship-journal.ts'

export interface ShipperOptions {
  /** The journals of every edge of this machine, of the living and of the dead. */
  journalsFolder: string
  clickhouse: ClickHouse
  describer: Pick<ClickDescriber, 'describe'>
  clock: Clock
  log: Log
  /** Hears which projects the store has just got clicks of. It must neither throw nor keep the shipper waiting. */
  onArrival?(projectIds: ReadonlySet<string>): void
  /** How often new clicks are looked for, and how long after a shipment the next one waits for company. */
  pollMs?: number
  gatherMs?: number
  retryMaxMs?: number
}

export interface Shipper {
  state(): ShipperState
  /** Milliseconds since the oldest click that is on its way was made; 0 when none is. */
  lagMs(): number
  /** Resolves once everything that is in the journals now has been shipped. */
  idle(): Promise<void>
  /** What was under way is tried again, under the same name, by the next shipper. */
  close(): Promise<void>
}

export interface ShipperState {
  shipped: number
  /** Clicks in the dead-letter file. */
  setAside: number
  damagedBytes: number
}

interface UnderWay {
  oldestAt: number
  /** A second try sends the rows of the first, so that no click is taken for a repeat of itself. */
  described?: Described
}

/** Ships clicks from the journals to the analytics store, each exactly once. While another process ships from this folder, it stands by. */
export function openShipper(options: ShipperOptions): Shipper {
  const { journalsFolder, clickhouse, describer, clock, log, onArrival, pollMs = 200, gatherMs = 500, retryMaxMs = 5_000 } = options
  const stopping = new AbortController()
  const state: ShipperState = { shipped: 0, setAside: 0, damagedBytes: 0 }
  const underWay = new Map<string, UnderWay>()
  let idleListeners: (() => void)[] = []

  const news: ShippingNews = {
    onDamage(bytes, batch) {
      state.damagedBytes += bytes
      log.error({ bytes, batch }, 'Damaged bytes in the journal were set aside')
    },
    onTorn(bytes, batch) {
      log.warn({ bytes, batch }, 'The journal ends in a click that was never written to its end')
    },
  }

  async function deliver({ token, clicks, unreadable }: Shipment): Promise<void> {
    const parcel: UnderWay = underWay.get(token) ?? { oldestAt: clicks[0]?.at ?? clock.now().getTime() }
    underWay.set(token, parcel)
    parcel.described ??= await describer.describe(clicks)
    const { rows, failed } = parcel.described
    const refused = await insertClicks(clickhouse, rows, token, stopping.signal)
    onArrival?.(new Set(rows.map((row) => row.project_id)))
    await setAside(token, [
      ...unreadable,
      ...failed.map((letter) => ({ ...letter, batch: token })),
      ...refused.map(({ row, reason }) => ({ reason, batch: token, click: clicks.find((click) => click.id === row.id) })),
    ])
    state.shipped += rows.length - refused.length
    underWay.delete(token)
  }

  async function setAside(batch: string, letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) return
    await writeDeadLetters(journalsFolder, letters)
    state.setAside += letters.length
    log.error({ count: letters.length, batch, reason: letters[0]?.reason }, 'Clicks could not be counted')
  }

  /** One look at every journal. What keeps one from being shipped does not keep the others. */
  async function round(): Promise<'shipped' | 'nothing' | 'failed'> {
    let outcome: 'shipped' | 'nothing' | 'failed' = 'nothing'
    for (const edge of await listEdges(journalsFolder)) {
      try {
        if ((await shipJournal(journalsFolder, edge, deliver, news)) && outcome === 'nothing') outcome = 'shipped'
      } catch (error) {
        if (stopping.signal.aborted) return 'failed'
        outcome = 'failed'
        log.error({ err: error, edge }, 'Clicks could not be shipped; they stay in the journal')
      }
    }
    return outcome
  }

  async function work(): Promise<void> {
    await mkdir(journalsFolder, { recursive: true, mode: 0o700 })
    const lock = await untilTaken(join(journalsFolder, 'shipper.lock'))
    let failures = 0
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const listeners = idleListeners
      idleListeners = []
      const outcome = await round().catch((error: unknown) => {
        log.error({ err: error }, 'The journals could not be read')
        return 'failed' as const
      })
      if (outcome === 'nothing') for (const listener of listeners) listener()
      else idleListeners.push(...listeners)
      failures = outcome === 'failed' ? failures + 1 : 0
      const waitMs = {
        nothing: pollMs,
        failed: Math.min(retryMaxMs, pollMs * 2 ** failures),
        shipped: gatherMs - (performance.now() - startedAt),
      }
      await pause(Math.max(pollMs, waitMs[outcome]))
    }
    lock?.release()
  }

  async function untilTaken(path: string): Promise<FileLock | undefined> {
    let lock = takeFileLock(path)
    if (!lock) log.info('Another process ships the clicks; standing by')
    while (!lock && !stopping.signal.aborted) {
      await pause(1_000)
      lock = takeFileLock(path)
    }
    return lock
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined) // rejects only to be cut short
  }

  const emptying = setInterval(() => void emptyQuarantine(journalsFolder, clock.now()), 3_600_000)
  emptying.unref()
  const ended = work()
  return {
    state: () => ({ ...state }),
    lagMs() {
      const oldestAt = Math.min(...[...underWay.values()].map((parcel) => parcel.oldestAt))
      return Number.isFinite(oldestAt) ? Math.max(0, clock.now().getTime() - oldestAt) : 0
    },
    idle: () => new Promise((resolve) => idleListeners.push(resolve)),
    async close() {
      clearInterval(emptying)
      stopping.abort()
      await ended
    },
  }
}
