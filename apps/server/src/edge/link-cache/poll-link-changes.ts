// Edges receive notifications of changed links. A notification can get lost, so an edge also polls the changes every
// few seconds.
import type { DomainChange, LinkChange, LinkChanges } from '../../links/visitors.ts'
import type { Log } from '../../platform/process/log.ts'
import { withTimeout } from '../../platform/with-timeout.ts'

/** The caches of an edge, which are updated by the changes. */
export interface ChangeReceiver {
  invalidate(change: LinkChange | DomainChange): void
  /**
   * Marks everything as fresh. The caller must have invalidated all changes until `at`, an instant in
   * `performance.now()`.
   */
  markFresh(at: number): void
  /**
   * Marks everything as stale, so that it is loaded again before it is served. Needed if changes may have been missed.
   */
  markAllStale(): void
}

export interface PollOptions {
  findLinkChanges: (since: number | undefined, limit: number) => Promise<LinkChanges>
  receiver: ChangeReceiver
  everyMs: number
  log: Log
}

/** If a poll returns this many changes, everything is marked stale. */
const changesMax = 10_000

/**
 * Each change is read and invalidated in this many polls, because some replicas lag behind the replica that answers a
 * poll. After the first invalidation, the link may be loaded from a replica that lacks the change.
 */
const timesRead = 6

/**
 * If no poll succeeded for this long, everything is marked stale: the database deletes changes after a day, so some may
 * have been missed.
 */
const gapMaxMs = 3_600_000

export interface LinkChangePolling {
  /** Polls at once, because a notification may just have been lost. */
  pollNow(): void
  close(): void
}

/** Polls the link changes every `everyMs` until it is closed, even while the database can't be reached. */
export function pollLinkChanges({ findLinkChanges, receiver, everyMs, log }: PollOptions): LinkChangePolling {
  let marks: number[] = []
  let polledAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  let isClosed = false

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    if (startedAt - polledAt > gapMaxMs) marks = []
    const since = marks.length === 0 ? undefined : Math.min(...marks)
    const { changes, mark } = await withTimeout(everyMs, findLinkChanges(since, changesMax))
    if (since === undefined || changes.length === changesMax) receiver.markAllStale()
    for (const change of changes) receiver.invalidate(change)
    receiver.markFresh(startedAt)
    polledAt = startedAt
    marks = [...marks, mark].slice(-timesRead)
  }

  async function pollAndSchedule(): Promise<void> {
    clearTimeout(timer)
    try {
      await poll()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isClosed) log.warn({ err: error }, 'Polling link changes failed; each link is loaded again once it is stale')
      isFailing = true
    }
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(pollAndSchedule, everyMs).unref()
  }

  void pollAndSchedule()
  return {
    pollNow: () => void pollAndSchedule(),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
