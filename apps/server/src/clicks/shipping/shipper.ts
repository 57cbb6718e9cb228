import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Clock } from '../../platform/clock.ts'
import { type FileLock, takeFileLock } from '../../platform/process/file-lock.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ClickDescriber, Described } from '../enrichment/click-describer.ts'
import { isDiskFull, listEdges } from '../journal/journal-files.ts'
import { type DeadLetter, emptyQuarantine, writeDeadLetters } from '../journal/set-aside.ts'
import { openSpaceReserve, type SpaceReserve } from '../journal/space-reserve.ts'
import { insertClicks } from './insert-clicks.ts'
import { type Shipment, type ShippingNews, type Store, shipJournal } from './ship-journal.ts'
import { findStored } from './stored-clicks.ts'

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
  reserveBytes?: number
}

export interface Shipper {
  /** Read from memory: it may be asked as often as anybody likes. */
  state(): ShipperState
  /** Resolves once everything that is in the journals now has been shipped. */
  idle(): Promise<void>
  /** What was under way is tried again, under the same name, by the next shipper. */
  close(): Promise<void>
}

/** What is counted is counted since this shipper was opened. */
export interface ShipperState {
  /** Clicks that the store took. */
  shipped: number
  /** Clicks that were written to the dead-letter file, since they could not be counted. */
  deadLetters: number
  /** Pieces of journals that hold no click and were set aside, and their bytes. */
  quarantined: number
  quarantinedBytes: number
  /** Milliseconds since the oldest click that was found waiting was made; 0 when none waits. */
  lagMs: number
  /** Another process ships from this folder, and knows the figures. */
  isStandingBy: boolean
}

/** Ships clicks from the journals to the analytics store, each exactly once. While another process ships from this folder, it stands by. */
export function openShipper(options: ShipperOptions): Shipper {
  const { journalsFolder, clickhouse, describer, clock, log, onArrival, pollMs = 200, gatherMs = 500, retryMaxMs = 5_000 } = options
  const { reserveBytes = 1_048_576 } = options
  const stopping = new AbortController()
  const counted = { shipped: 0, deadLetters: 0, quarantined: 0, quarantinedBytes: 0 }
  let isStandingBy = false
  let reserve: SpaceReserve | undefined
  /** When the oldest click of a journal was made that has not arrived, by edge. */
  const waitingSince = new Map<string, number>()
  /** By token. A second try sends the rows of the first, so that no click is taken for a repeat of itself. */
  const described = new Map<string, Described>()
  let idleListeners: (() => void)[] = []

  const news: ShippingNews = {
    onDamage(bytes, batch) {
      counted.quarantined += 1
      counted.quarantinedBytes += bytes
      log.error({ bytes, batch }, 'Damaged bytes in the journal were set aside')
    },
    onTorn(bytes, batch) {
      log.warn({ bytes, batch }, 'The journal ends in a click that was never written to its end')
    },
  }

  async function deliver({ edge, token, clicks, unreadable }: Shipment): Promise<void> {
    waitingSince.set(edge, clicks[0]?.at ?? clock.now().getTime())
    const parcel = described.get(token) ?? (await describer.describe(clicks))
    described.set(token, parcel)
    const { rows, failed } = parcel
    const refused = await insertClicks(clickhouse, rows, token, stopping.signal)
    onArrival?.(new Set(rows.map((row) => row.project_id)))
    await setAside(token, [
      ...unreadable,
      ...failed.map((letter) => ({ ...letter, batch: token })),
      ...refused.map(({ row, reason }) => ({ reason, batch: token, click: clicks.find((click) => click.id === row.id) })),
    ])
    counted.shipped += rows.length - refused.length
    described.delete(token)
  }

  async function setAside(batch: string, letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) return
    await writeDeadLetters(journalsFolder, letters)
    counted.deadLetters += letters.length
    log.error({ count: letters.length, batch, reason: letters[0]?.reason }, 'Clicks could not be counted')
  }

  const store: Store = { deliver, findStored: (clicks) => findStored(clickhouse, clicks) }

  /** One look at every journal. What keeps one from being shipped does not keep the others. */
  async function round(): Promise<'shipped' | 'nothing' | 'failed'> {
    let outcome: 'shipped' | 'nothing' | 'failed' = 'nothing'
    for (const edge of await listEdges(journalsFolder)) {
      try {
        if ((await ship(edge)) && outcome === 'nothing') outcome = 'shipped'
        waitingSince.delete(edge)
      } catch (error) {
        if (stopping.signal.aborted) return 'failed'
        outcome = 'failed'
        if (!waitingSince.has(edge)) waitingSince.set(edge, clock.now().getTime())
        log.error({ err: error, edge }, 'Clicks could not be shipped; they stay in the journal')
      }
    }
    return outcome
  }

  async function ship(edge: string): Promise<boolean> {
    try {
      return await shipJournal(journalsFolder, edge, store, news)
    } catch (error) {
      // The first note of a journal takes room, on a disk that perhaps only clicks have filled.
      if (!isDiskFull(error) || !reserve?.giveBack()) throw error
      return shipJournal(journalsFolder, edge, store, news)
    }
  }

  async function work(): Promise<void> {
    await mkdir(journalsFolder, { recursive: true, mode: 0o700 })
    const lock = await untilTaken(join(journalsFolder, 'shipper.lock'))
    reserve = await openSpaceReserve(journalsFolder, reserveBytes, log)
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
      if (outcome !== 'failed') await reserve.refill()
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
    isStandingBy = lock === undefined
    if (isStandingBy) log.info('Another process ships the clicks; standing by')
    while (!lock && !stopping.signal.aborted) {
      await pause(1_000)
      lock = takeFileLock(path)
    }
    isStandingBy = lock === undefined
    return lock
  }

  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined) // rejects only to be cut short
  }

  const emptying = setInterval(() => void emptyQuarantine(journalsFolder, clock.now()), 3_600_000)
  emptying.unref()
  const ended = work()
  return {
    state() {
      const now = clock.now().getTime()
      return { ...counted, isStandingBy, lagMs: Math.max(0, now - Math.min(now, ...waitingSince.values())) }
    },
    idle: () => new Promise((resolve) => idleListeners.push(resolve)),
    async close() {
      clearInterval(emptying)
      stopping.abort()
      await ended
    },
  }
}
