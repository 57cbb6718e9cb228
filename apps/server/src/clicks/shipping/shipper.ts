import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { type FileLock, tryLockFile } from '../../platform/process/file-lock.ts'
import type { Log } from '../../platform/process/log.ts'
import { deleteOldQuarantine } from '../journal/dead-letters.ts'
import { isDiskFull, listEdges } from '../journal/journal-files.ts'
import { openSpaceReserve, type SpaceReserve } from '../journal/space-reserve.ts'
import { ClickMoveError } from '../moves/guard-click-writes.ts'
import { createRecordStore, type RecordStoreCounts, type RecordStoreOptions } from './record-store.ts'
import { type RecordStore, type ShippingObserver, shipJournal } from './ship-journal.ts'

/** `journalsFolder` contains the journals of every edge of this machine, including edges that are gone. */
export interface ShipperOptions extends Omit<RecordStoreOptions, 'signal'> {
  clock: Clock
  /** How often the journals are polled. */
  pollMs?: number
  /**
   * Delay before the next shipment, so that clicks gather. `unreadGatherMs` applies while nobody views click counts.
   */
  gatherMs?: number
  unreadGatherMs?: number
  /** Returns whether somebody views click counts. If so, clicks gather for `gatherMs`. */
  areNumbersRead?(): boolean
  maxRetryMs?: number
  reserveBytes?: number
}

export interface Shipper {
  /** Reads memory only, so it may be called at any rate. */
  state(): ShipperState
  /** Resolves once everything that is in the journals now has been shipped. */
  idle(): Promise<void>
  /** Ships without a delay. Resolves after an attempt to ship everything that is in the journals now. */
  shipNow(): Promise<void>
  /** Stops shipping. If a batch is under way, the next shipper retries it under the same token. */
  close(): Promise<void>
}

/** All counts begin at 0 when the shipper is opened. */
interface ShipperState extends RecordStoreCounts {
  /** Number of damaged byte ranges that were quarantined, and their total length in bytes. */
  quarantined: number
  quarantinedBytes: number
  /** Age in milliseconds of the oldest click that was found unshipped. 0 if everything is shipped. */
  lagMs: number
  /** True if another process ships this folder. That process has the counts. */
  isStandingBy: boolean
}

/**
 * Ships clicks from the journals to ClickHouse, each exactly once. Stands by while another process ships this folder.
 */
export function openShipper(options: ShipperOptions): Shipper {
  const { journalsFolder, clock, log, pollMs = 200, gatherMs = 500, unreadGatherMs = 5_000, areNumbersRead = () => true } = options
  const { maxRetryMs = 5_000, reserveBytes = 1_048_576 } = options
  const stopping = new AbortController()
  const store = createRecordStore({ ...options, signal: stopping.signal })
  const rounds = createShippingRounds({ journalsFolder, store, clock, log })
  let isStandingBy = false
  let idleCallbacks: (() => void)[] = []
  let roundCallbacks: (() => void)[] = []
  let delay = new AbortController()

  async function run(): Promise<void> {
    await mkdir(journalsFolder, { recursive: true, mode: 0o700 })
    const lock = await waitForLock(join(journalsFolder, 'shipper.lock'))
    const reserve = await openSpaceReserve(journalsFolder, reserveBytes, log)
    let failures = 0
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const callbacks = idleCallbacks
      idleCallbacks = []
      const requests = roundCallbacks
      roundCallbacks = []
      const outcome = await rounds.run(reserve, stopping.signal)
      for (const callback of requests) callback()
      if (outcome === 'empty') for (const callback of callbacks) callback()
      else idleCallbacks.push(...callbacks)
      failures = outcome === 'failed' ? failures + 1 : 0
      if (outcome !== 'failed') await reserve.refill()
      const delayMs = {
        empty: pollMs,
        failed: Math.min(maxRetryMs, pollMs * 2 ** failures),
        shipped: (areNumbersRead() ? gatherMs : unreadGatherMs) - (performance.now() - startedAt),
      }
      await delayRound(Math.max(pollMs, delayMs[outcome]))
    }
    for (const callback of roundCallbacks) callback()
    lock?.release()
  }

  async function waitForLock(path: string): Promise<FileLock | undefined> {
    let lock = tryLockFile(path)
    isStandingBy = lock === undefined
    if (isStandingBy) log.info('Another process ships the clicks; standing by')
    while (!lock && !stopping.signal.aborted) {
      await pause(1_000)
      lock = tryLockFile(path)
    }
    isStandingBy = lock === undefined
    return lock
  }

  /** Waits before the next round. Ends early when `shipNow` is called. */
  async function delayRound(ms: number): Promise<void> {
    delay = new AbortController()
    if (roundCallbacks.length === 0) await pause(ms, AbortSignal.any([stopping.signal, delay.signal]))
  }

  async function pause(ms: number, signal = stopping.signal): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => undefined) // rejects only when it is aborted
  }

  const cleanUp = setInterval(() => void deleteOldQuarantine(journalsFolder, clock.now()), 3_600_000)
  cleanUp.unref()
  const ended = run()
  return {
    state: () => ({ ...store.counts, ...rounds.state(), isStandingBy }),
    idle: () => new Promise((resolve) => idleCallbacks.push(resolve)),
    async shipNow() {
      if (isStandingBy || stopping.signal.aborted) return
      await new Promise<void>((resolve) => {
        roundCallbacks.push(resolve)
        delay.abort()
      })
    },
    async close() {
      clearInterval(cleanUp)
      stopping.abort()
      await ended
    },
  }
}

interface ShippingRoundsOptions {
  journalsFolder: string
  store: RecordStore
  clock: Clock
  log: Log
}

interface ShippingRounds {
  /**
   * Ships every journal once. If a journal fails, the others are still shipped. If a full disk blocks the position
   * file, `reserve` is released.
   */
  run(reserve: SpaceReserve, signal: AbortSignal): Promise<'shipped' | 'empty' | 'failed'>
  state(): { quarantined: number; quarantinedBytes: number; lagMs: number }
}

function createShippingRounds({ journalsFolder, store, clock, log }: ShippingRoundsOptions): ShippingRounds {
  const counts = { quarantined: 0, quarantinedBytes: 0 }
  /** Time of the oldest unshipped click, by edge. */
  const oldestUnshippedAt = new Map<string, number>()

  const observer: ShippingObserver = {
    onDamage(bytes, batch) {
      counts.quarantined += 1
      counts.quarantinedBytes += bytes
      log.error({ bytes, batch }, 'Damaged bytes in the journal were quarantined')
    },
    onTornRecord(bytes, batch) {
      log.warn({ bytes, batch }, 'The journal ends in a click that was not written to its end')
    },
  }
  const timedStore: RecordStore = {
    ...store,
    insert(batch) {
      oldestUnshippedAt.set(batch.edge, batch.records[0]?.at ?? clock.now().getTime())
      return store.insert(batch)
    },
  }

  async function shipEdge(edge: string, reserve: SpaceReserve): Promise<boolean> {
    try {
      return await shipJournal(journalsFolder, edge, timedStore, observer)
    } catch (error) {
      // The first position file of a journal needs space on a disk that clicks may have filled, so space is released.
      if (!isDiskFull(error) || !reserve.release()) throw error
      return shipJournal(journalsFolder, edge, timedStore, observer)
    }
  }

  async function shipEdges(reserve: SpaceReserve, signal: AbortSignal): Promise<'shipped' | 'empty' | 'failed'> {
    let outcome: 'shipped' | 'empty' | 'failed' = 'empty'
    for (const edge of await listEdges(journalsFolder)) {
      try {
        if ((await shipEdge(edge, reserve)) && outcome === 'empty') outcome = 'shipped'
        oldestUnshippedAt.delete(edge)
      } catch (error) {
        if (signal.aborted) return 'failed'
        outcome = 'failed'
        if (!oldestUnshippedAt.has(edge)) oldestUnshippedAt.set(edge, clock.now().getTime())
        if (error instanceof ClickMoveError) log.warn({ edge }, error.message)
        else log.error({ err: error, edge }, 'Clicks could not be shipped; they stay in the journal')
      }
    }
    return outcome
  }

  return {
    async run(reserve, signal) {
      try {
        return await shipEdges(reserve, signal)
      } catch (error) {
        log.error({ err: error }, 'The journals could not be read')
        return 'failed'
      }
    },
    state() {
      const now = clock.now().getTime()
      return { ...counts, lagMs: Math.max(0, now - Math.min(now, ...oldestUnshippedAt.values())) }
    },
  }
}
