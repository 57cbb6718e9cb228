import type { Log } from '../../platform/process/log.ts'

export interface JournalState {
  appended: number
  lost: number
  isDiskFull: boolean
  /** The disk is full, or a record was lost within the last minute. */
  isLosing: boolean
}

export interface LossCounter {
  state(): JournalState
  addAppended(count: number): void
  addLost(count: number): void
  /** Counts the records that did not fit as lost; the disk is not tried again for a while. */
  markDiskFull(lostCount: number): void
  clearDiskFull(): void
  /** False until the next attempt on a full disk is due. */
  mayTryDisk(): boolean
  /** Logs how many records were lost since the last call. */
  logLosses(): void
}

const recentLossMs = 60_000

/**
 * Counts appended and lost records, and remembers when the disk was full. `retryMs`: delay between two
 * attempts on a full disk.
 */
export function createLossCounter(log: Log, retryMs: number): LossCounter {
  const state = { appended: 0, lost: 0, isDiskFull: false }
  let lostAt = Number.NEGATIVE_INFINITY
  let retryAt = 0
  let unloggedCount = 0

  function addLost(count: number): void {
    state.lost += count
    unloggedCount += count
    lostAt = performance.now()
  }

  return {
    state: () => ({ ...state, isLosing: state.isDiskFull || performance.now() - lostAt < recentLossMs }),
    addAppended(count) {
      state.appended += count
    },
    addLost,
    markDiskFull(lostCount) {
      state.isDiskFull = true
      retryAt = performance.now() + retryMs
      addLost(lostCount)
    },
    clearDiskFull() {
      state.isDiskFull = false
    },
    mayTryDisk: () => !state.isDiskFull || performance.now() >= retryAt,
    logLosses() {
      if (unloggedCount > 0)
        log.error(
          { lost: unloggedCount, lostInTotal: state.lost },
          'Clicks or page views could not be recorded; their visitors were answered',
        )
      unloggedCount = 0
    },
  }
}
