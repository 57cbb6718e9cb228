import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@linkshelf/contract'
import type { Clock } from '../platform/clock.ts'

export interface LiveStreamOptions {
  clock: Clock
  lastsMs: number
  /** Between two events at least, and at most. */
  leastGapMs: number
  mostGapMs: number
  /** Called once, however it ends. */
  onEnd(): void
}

export type LiveEvents = AsyncIteratorObject<LiveEvent, void, void>

export interface LiveStream {
  events: LiveEvents
  /** Clicks have arrived. */
  tell(): void
  end(): void
}

/**
 * The first event goes out at once; each names the last arrival this stream was told of. One that repeats the last says only that the line is alive.
 */
export function openLiveStream({ clock, lastsMs, leastGapMs, mostGapMs, onEnd }: LiveStreamOptions): LiveStream {
  const ending = new AbortController()
  const lifetime = setTimeout(end, lastsMs)
  lifetime.unref()
  let arrivedAt = clock.now()
  let hasNews = false
  let bell = new AbortController()

  async function* listen(): AsyncGenerator<LiveEvent, void, void> {
    while (!ending.signal.aborted) {
      hasNews = false
      bell = new AbortController()
      yield { arrived_at: arrivedAt.toISOString() }
      await pause(leastGapMs, ending.signal)
      if (!hasNews) await pause(mostGapMs - leastGapMs, AbortSignal.any([ending.signal, bell.signal]))
    }
  }

  function end(): void {
    if (ending.signal.aborted) return
    clearTimeout(lifetime)
    ending.abort()
    onEnd()
  }

  const listening = listen()
  const events: LiveEvents = {
    next: () => listening.next(),
    async return() {
      end() // first, or a generator that waits would have to wait to its end
      return listening.return()
    },
    [Symbol.asyncDispose]: async () => end(),
    [Symbol.asyncIterator]: () => events,
  }
  return {
    events,
    tell() {
      arrivedAt = clock.now()
      hasNews = true
      bell.abort()
    },
    end,
  }
}

/** Rejects never: to be cut short is what the signal is for. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
