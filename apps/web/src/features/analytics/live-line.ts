// One line to the server on which it says that clicks have arrived.
//
// While the page is hidden for longer than a moment there is no line: browsers give an address six connections, to all their tabs together. When the
// line breaks it is opened again after growing pauses, and meanwhile there is news every now and then, so that somebody looks. A line on which
// nothing was heard for longer than the server would be silent is broken too: of a network that vanished nobody tells.
import { type LiveEvent, liveIntervalMs } from '@linkshelf/contract'

export interface LiveLineOptions {
  connect(signal: AbortSignal): Promise<AsyncIterable<LiveEvent>>
  /** The numbers may have changed. */
  onNews(): void
  /** Said when it changes; at first it is thought to be live. */
  onLive(isLive: boolean): void
  /** Whether the numbers could not be fetched, so that somebody has to look again without news. */
  hasFailed(): boolean
}

export interface LiveLine {
  close(): void
}

/** How long the first word may take before the line is called broken. */
const patienceMs = 3_000
const silenceMs = 2 * liveIntervalMs.max + 5_000
const hiddenGraceMs = 5_000
const lookMs = 15_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

export function openLiveLine({ connect, onNews, onLive, hasFailed }: LiveLineOptions): LiveLine {
  const closing = new AbortController()
  let isResting = document.hidden
  let isLive = true
  let connection = new AbortController()
  let wake = (): void => undefined
  let goingToRest: ReturnType<typeof setTimeout> | undefined

  function setLive(next: boolean): void {
    if (closing.signal.aborted || isLive === next) return
    isLive = next
    onLive(next)
    if (!next) onNews()
  }

  /** Resolves when the line is over: true when the server ended it, which it does when a token does. */
  async function listen(): Promise<boolean> {
    const line = new AbortController()
    connection = line
    const late = setTimeout(() => setLive(false), patienceMs)
    let silent = setTimeout(() => line.abort(), silenceMs)
    let last: string | undefined
    try {
      for await (const { arrived_at: arrivedAt } of await connect(line.signal)) {
        clearTimeout(late)
        clearTimeout(silent)
        silent = setTimeout(() => line.abort(), silenceMs)
        setLive(true)
        if (arrivedAt !== last) onNews()
        last = arrivedAt
      }
      return true
    } catch {
      return false
    } finally {
      clearTimeout(late)
      clearTimeout(silent)
      line.abort()
    }
  }

  async function stayConnected(): Promise<void> {
    let failures = 0
    while (!closing.signal.aborted) {
      if (isResting) {
        await pause()
        failures = 0
        continue
      }
      const openedAt = performance.now()
      const hasEnded = await listen()
      if (closing.signal.aborted || isResting) continue
      const hasLasted = performance.now() - openedAt > silenceMs
      failures = hasLasted ? Number(!hasEnded) : failures + 1
      if (failures > 0) setLive(false)
      await pause(pauseAfter(failures))
    }
  }

  /** Until it is over or cut short; without a length, until it is cut short. */
  function pause(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function restWhileHidden(): void {
    clearTimeout(goingToRest)
    if (document.hidden) goingToRest = setTimeout(rest, hiddenGraceMs)
    else if (isResting) {
      isResting = false
      wake()
    }
  }

  function rest(): void {
    isResting = true
    connection.abort()
    wake()
  }

  const looking = setInterval(() => {
    if (!isResting && (!isLive || hasFailed())) onNews()
  }, lookMs)
  document.addEventListener('visibilitychange', restWhileHidden, { signal: closing.signal })
  void stayConnected()
  return {
    close() {
      closing.abort()
      clearInterval(looking)
      clearTimeout(goingToRest)
      connection.abort()
      wake()
    },
  }
}

/** Doubled each time, and never the same for two tabs: after a restart of the server they come one by one. */
function pauseAfter(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + Math.random() / 2)
}
