// The connection to the server's stream of live events, which say that clicks have arrived.
//
// A hidden page closes its connection after a few seconds: browsers allow six connections to an origin, for all tabs
// together. A broken connection is reopened with exponential backoff, and meanwhile the numbers are refetched at
// intervals. A connection without an event for longer than the server's keep-alive interval counts as broken: a network
// that vanished reports no error.
import { type LiveEvent, liveIntervalMs, liveRecentMs } from '@linkshelf/contract'

export interface LiveStreamOptions {
  connect(signal: AbortSignal): Promise<AsyncIterable<LiveEvent>>
  /** The numbers may have changed. */
  onClicks(): void
  /**
   * A connection reports clicks from now on: numbers fetched before `sinceMs` may be out of date, later ones are not.
   */
  onOpen(sinceMs: number): void
  /** Called when the state changes; a new stream counts as live. */
  onLive(isLive: boolean): void
  /** True when the numbers could not be fetched: they are refetched at intervals then. */
  hasFailed(): boolean
}

export interface LiveStream {
  close(): void
}

/** The time to the first event after which the stream counts as not live. */
const firstEventTimeoutMs = 3_000
const silenceTimeoutMs = 2 * liveIntervalMs.max + 5_000
const hiddenGraceMs = 5_000
const refetchIntervalMs = 15_000
const minBackoffMs = 1_000
const maxBackoffMs = 30_000

export function openLiveStream({ connect, onClicks, onOpen, onLive, hasFailed }: LiveStreamOptions): LiveStream {
  const closing = new AbortController()
  let isPaused = document.hidden
  let isLive = true
  let connection = new AbortController()
  let wake = (): void => undefined
  let pausing: ReturnType<typeof setTimeout> | undefined

  function setLive(next: boolean): void {
    if (closing.signal.aborted || isLive === next) return
    isLive = next
    onLive(next)
    if (!next) onClicks()
  }

  /**
   * Resolves when the connection has ended: true when the server closed it, as it does when the access token expires.
   */
  async function readEvents(): Promise<boolean> {
    const current = new AbortController()
    connection = current
    const firstEventTimer = setTimeout(() => setLive(false), firstEventTimeoutMs)
    let silenceTimer = setTimeout(() => current.abort(), silenceTimeoutMs)
    // The first event reports the clicks of the last ten seconds too: half of that covers a slow connection.
    const sinceMs = Date.now() - liveRecentMs / 2
    let last: string | null | undefined
    try {
      for await (const { arrived_at: arrivedAt } of await connect(current.signal)) {
        clearTimeout(firstEventTimer)
        clearTimeout(silenceTimer)
        silenceTimer = setTimeout(() => current.abort(), silenceTimeoutMs)
        setLive(true)
        if (last === undefined) onOpen(sinceMs)
        if (arrivedAt !== null && arrivedAt !== last) onClicks()
        last = arrivedAt
      }
      return true
    } catch {
      return false
    } finally {
      clearTimeout(firstEventTimer)
      clearTimeout(silenceTimer)
      current.abort()
    }
  }

  async function stayConnected(): Promise<void> {
    let failures = 0
    while (!closing.signal.aborted) {
      if (isPaused) {
        await sleep()
        failures = 0
        continue
      }
      const openedAt = performance.now()
      const wasClosedByServer = await readEvents()
      if (closing.signal.aborted || isPaused) continue
      const wasStable = performance.now() - openedAt > silenceTimeoutMs
      failures = wasStable ? Number(!wasClosedByServer) : failures + 1
      if (failures > 0) setLive(false)
      await sleep(computeBackoffMs(failures))
    }
  }

  /** Resolves after `ms`, or earlier on `wake`; without `ms` only on `wake`. */
  function sleep(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function pauseWhileHidden(): void {
    clearTimeout(pausing)
    if (document.hidden) pausing = setTimeout(pause, hiddenGraceMs)
    else if (isPaused) {
      isPaused = false
      wake()
    }
  }

  function pause(): void {
    isPaused = true
    connection.abort()
    wake()
  }

  const refetching = setInterval(() => {
    if (!isPaused && (!isLive || hasFailed())) onClicks()
  }, refetchIntervalMs)
  document.addEventListener('visibilitychange', pauseWhileHidden, { signal: closing.signal })
  void stayConnected()
  return {
    close() {
      closing.abort()
      clearInterval(refetching)
      clearTimeout(pausing)
      connection.abort()
      wake()
    },
  }
}

/** Returns an exponential delay with jitter: after a restart of the server not every tab reconnects at once. */
function computeBackoffMs(failures: number): number {
  return Math.min(maxBackoffMs, minBackoffMs * 2 ** failures) * (0.5 + Math.random() / 2)
}
