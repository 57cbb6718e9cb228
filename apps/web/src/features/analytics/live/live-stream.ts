// The connection to the server's stream of live events. An event says that clicks have arrived.
//
// A hidden page closes its connection after a few seconds, because browsers allow only six connections per origin in
// all tabs together. A broken connection is reopened with exponential backoff, and the numbers are refetched at
// intervals until it works again. If no event arrives for longer than the server's keep-alive interval, the connection
// counts as broken, because a network that is gone reports no error.
import { type LiveEvent, liveIntervalMs, liveRecentMs } from '@linkshelf/contract'

export interface LiveStreamOptions {
  connect(signal: AbortSignal): Promise<AsyncIterable<LiveEvent>>
  /** Called when the numbers can have changed. */
  onClicks(): void
  /**
   * Called when a new connection reports clicks from now on. Numbers that were fetched before `sinceMs` can be out of
   * date. Numbers that were fetched later are up to date.
   */
  onOpen(sinceMs: number): void
  /** Called when the stream starts or stops being live. A new stream is live at first. */
  onLive(isLive: boolean): void
  /** Returns true if the numbers could not be fetched. They are then refetched at intervals. */
  hasFailed(): boolean
}

export interface LiveStream {
  close(): void
}

/** If the first event takes longer than this, the stream is reported as not live. */
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
   * Resolves when the connection has ended. Resolves to true if the server closed it, as it does when the access token
   * expires. Resolves to false if it broke.
   */
  async function readEvents(): Promise<boolean> {
    const current = new AbortController()
    connection = current
    const firstEventTimer = setTimeout(() => setLive(false), firstEventTimeoutMs)
    let silenceTimer = setTimeout(() => current.abort(), silenceTimeoutMs)
    // The first event also reports the clicks of the last ten seconds. Only half of that time is used, to allow for a
    // slow connection.
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

  /** Resolves after `ms`, or earlier when `wake` is called. Without `ms`, it resolves only when `wake` is called. */
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

/** Returns an exponential delay with jitter, so that not all tabs reconnect at once after a restart of the server. */
function computeBackoffMs(failures: number): number {
  return Math.min(maxBackoffMs, minBackoffMs * 2 ** failures) * (0.5 + Math.random() / 2)
}
