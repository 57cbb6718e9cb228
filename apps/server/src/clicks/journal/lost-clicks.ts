// If an edge loses clicks, it notifies every process that shows the instance's status, with LISTEN/NOTIFY. A health
// check can't detect lost clicks, because the kernel or a load balancer chooses which of several edges answers the
// check.

import type { Clock } from '../../platform/clock.ts'
import { openPostgresListener, type PostgresListener, type PostgresListenerOptions } from '../../platform/postgres/postgres-listener.ts'
import type { Log } from '../../platform/process/log.ts'

const channel = 'clicks_lost'
/** Interval at which an edge repeats the notification while it loses clicks. */
const repeatMs = 1_000
/**
 * How long a notification is valid. Must exceed the time to replace a lost connection, because notifications are missed
 * during this time.
 */
const validMs = 10_000

interface LostClicksPublisherOptions {
  state(): JournalState
  /** Must notify through the primary server, because replicas reject notifications. */
  notify: PostgresListener['notify']
}

/** Notifies subscribers repeatedly while this edge loses clicks. Ends when the returned function is called. */
export function publishLostClicks({ state, notify }: LostClicksPublisherOptions): () => void {
  const timer = setInterval(() => state().isLosing && notify(channel), repeatMs)
  timer.unref()
  return () => clearInterval(timer)
}

interface LostClicksSubscription {
  /** Returns whether any edge lost clicks within the last minute, or has a full disk. */
  isLosing(): boolean
  isListening(): boolean
  close(): Promise<void>
}

/** Subscribes to the notifications of all edges, on a separate connection. */
export function openLostClicksSubscription(
  options: Pick<PostgresListenerOptions, 'listenerUrl' | 'log'> & { clock: Clock },
): LostClicksSubscription {
  const { clock, listenerUrl, log } = options
  let notifiedAt = Number.NEGATIVE_INFINITY
  const listener = openPostgresListener({
    listenerUrl,
    log,
    channel,
    onNotification() {
      notifiedAt = clock.now().getTime()
    },
    onListening: () => undefined,
  })
  return {
    isLosing: () => Math.abs(clock.now().getTime() - notifiedAt) < validMs,
    isListening: listener.isListening,
    close: listener.close,
  }
}

export interface JournalState {
  appended: number
  lost: number
  isDiskFull: boolean
  /** True if the disk is full, or a record was lost within the last minute. */
  isLosing: boolean
}

interface LossCounter {
  state(): JournalState
  addAppended(count: number): void
  addLost(count: number): void
  /**
   * Counts `lostCount` records as lost, because they did not fit on the disk. The disk is not tried again until
   * `retryMs` have passed.
   */
  markDiskFull(lostCount: number): void
  clearDiskFull(): void
  /**
   * Returns whether the disk may be written to. Returns false while the disk is full and the next attempt is not due.
   */
  mayTryDisk(): boolean
  /** Logs how many records were lost since the last call. */
  logLosses(): void
}

const recentLossMs = 60_000

/**
 * Counts appended and lost records, and remembers whether the disk is full. `retryMs` is the delay between two attempts
 * to write to a full disk.
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
