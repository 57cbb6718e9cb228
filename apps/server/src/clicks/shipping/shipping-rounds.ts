import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/process/log.ts'
import { isDiskFull, listEdges } from '../journal/journal-files.ts'
import type { SpaceReserve } from '../journal/space-reserve.ts'
import { type RecordStore, type ShippingObserver, shipJournal } from './ship-journal.ts'

export interface ShippingRoundsOptions {
  journalsFolder: string
  store: RecordStore
  clock: Clock
  log: Log
}

export interface ShippingRounds {
  /**
   * Ships every journal once. A journal that fails does not stop the others. `reserve` is released when a full disk
   * blocks the position file.
   */
  run(reserve: SpaceReserve, signal: AbortSignal): Promise<'shipped' | 'empty' | 'failed'>
  state(): { quarantined: number; quarantinedBytes: number; lagMs: number }
}

export function createShippingRounds({ journalsFolder, store, clock, log }: ShippingRoundsOptions): ShippingRounds {
  const counts = { quarantined: 0, quarantinedBytes: 0 }
  /** When the oldest unshipped click of a journal was made, by edge. */
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
    findStoredIds: store.findStoredIds,
    insert(batch) {
      oldestUnshippedAt.set(batch.edge, batch.records[0]?.at ?? clock.now().getTime())
      return store.insert(batch)
    },
  }

  async function shipEdge(edge: string, reserve: SpaceReserve): Promise<boolean> {
    try {
      return await shipJournal(journalsFolder, edge, timedStore, observer)
    } catch (error) {
      // The first position file of a journal needs space on a disk that clicks may have filled.
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
        log.error({ err: error, edge }, 'Clicks could not be shipped; they stay in the journal')
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
