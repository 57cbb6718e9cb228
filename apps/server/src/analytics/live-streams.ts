import { liveIntervalMs } from '@linkshelf/contract'
import { fail, type Person } from '../access/index.ts'
import type { Clock } from '../platform/clock.ts'
import { type LiveEvents, type LiveStream, openLiveStream } from './live-stream.ts'

export interface LiveStreamsOptions {
  clock: Clock
  perPerson?: number
  inAll?: number
  /** Between two events of a stream at least, and at most. */
  leastGapMs?: number
  mostGapMs?: number
}

export interface LiveStreams {
  /**
   * Ends when the person's token does and after ten minutes at the latest, so that who may see the project is asked again; when the signal says so;
   * and when the person opens too many. Refuses when all of them together are too many.
   */
  open(projectId: string, person: Person, signal?: AbortSignal): LiveEvents
  /** These projects have new clicks. */
  tell(projectIds: Iterable<string>): void
  /** Any project may have new clicks. */
  tellAll(): void
  /** From now on a stream ends as soon as it is opened. */
  endAll(): void
}

const longestMs = 10 * 60_000

/** Who watches which project's clicks in this process. */
export function makeLiveStreams({
  clock,
  perPerson = 20,
  inAll = 5_000,
  leastGapMs = liveIntervalMs.min,
  mostGapMs = liveIntervalMs.max,
}: LiveStreamsOptions): LiveStreams {
  const ofProject = new Map<string, Set<LiveStream>>()
  const ofPerson = new Map<string, Set<LiveStream>>()
  const all = new Set<LiveStream>()
  let isOver = false

  return {
    open(projectId, { userId, knownUntil }, signal) {
      const own = ofPerson.get(userId)
      const [oldest] = own ?? []
      if (oldest !== undefined && own !== undefined && own.size >= perPerson) oldest.end()
      if (all.size >= inAll) fail('TOO_MANY_REQUESTS')

      const lastsMs = knownUntil === undefined ? longestMs : Math.min(longestMs, knownUntil.getTime() - clock.now().getTime())
      const stream = openLiveStream({
        clock,
        lastsMs,
        leastGapMs,
        mostGapMs,
        onEnd() {
          all.delete(stream)
          removeFrom(ofProject, projectId, stream)
          removeFrom(ofPerson, userId, stream)
        },
      })
      all.add(stream)
      addTo(ofProject, projectId, stream)
      addTo(ofPerson, userId, stream)
      if (isOver || signal?.aborted) stream.end()
      else signal?.addEventListener('abort', stream.end, { once: true })
      return stream.events
    },
    tell(projectIds) {
      for (const id of projectIds) for (const stream of ofProject.get(id) ?? []) stream.tell()
    },
    tellAll() {
      for (const stream of all) stream.tell()
    },
    endAll() {
      isOver = true
      for (const stream of all) stream.end()
    },
  }
}

function addTo(streams: Map<string, Set<LiveStream>>, key: string, stream: LiveStream): void {
  const there = streams.get(key)
  if (there === undefined) streams.set(key, new Set([stream]))
  else there.add(stream)
}

function removeFrom(streams: Map<string, Set<LiveStream>>, key: string, stream: LiveStream): void {
  const there = streams.get(key)
  there?.delete(stream)
  if (there?.size === 0) streams.delete(key)
}
