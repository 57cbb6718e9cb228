import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@linkshelf/contract'
import type { Clock } from '../../platform/clock.ts'

export interface LiveStreamOptions {
  clock: Clock
  /** When clicks last arrived. Undefined if no clicks arrived recently. */
  arrivedAt: Date | undefined
  maxDurationMs: number
  /** Minimum and maximum time between two events. */
  minIntervalMs: number
  maxIntervalMs: number
  onEvent(): void
  /** Called once when the stream ends, whatever the cause. */
  onEnd(): void
}

export type LiveEvents = AsyncIteratorObject<LiveEvent, void, void>

export interface LiveStream {
  events: LiveEvents
  /** Sends an event, because clicks have arrived. */
  publish(): void
  end(): void
}

/**
 * Opens a stream that yields an event immediately, and another event after each arrival of clicks. If no clicks arrive,
 * it repeats the last event to show that the stream is alive.
 */
export function openLiveStream(options: LiveStreamOptions): LiveStream {
  const { clock, arrivedAt, maxDurationMs, minIntervalMs, maxIntervalMs, onEvent, onEnd } = options
  const ending = new AbortController()
  const lifetime = setTimeout(end, maxDurationMs)
  lifetime.unref()
  let lastArrival = arrivedAt
  let hasArrivals = false
  let arrival = new AbortController()

  async function* generate(): AsyncGenerator<LiveEvent, void, void> {
    while (!ending.signal.aborted) {
      hasArrivals = false
      arrival = new AbortController()
      onEvent()
      yield { arrived_at: lastArrival?.toISOString() ?? null }
      await pause(minIntervalMs, ending.signal)
      if (!hasArrivals) await pause(maxIntervalMs - minIntervalMs, AbortSignal.any([ending.signal, arrival.signal]))
    }
  }

  function end(): void {
    if (ending.signal.aborted) return
    clearTimeout(lifetime)
    ending.abort()
    onEnd()
  }

  const generator = generate()
  const events: LiveEvents = {
    next: () => generator.next(),
    async return() {
      end() // ends the stream first, because a paused generator returns only after its pause
      return generator.return()
    },
    [Symbol.asyncDispose]: async () => end(),
    [Symbol.asyncIterator]: () => events,
  }
  return {
    events,
    publish() {
      lastArrival = clock.now()
      hasArrivals = true
      arrival.abort()
    },
    end,
  }
}

/** Resolves after `ms`, or at once when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
