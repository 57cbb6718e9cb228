import { liveIntervalMs, liveRecentMs } from '@linkshelf/contract'
import { fail, openEndedMembershipsSubscription } from '../../access/index.ts'
import { openShippedClicksSubscription } from '../../clicks/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { type LiveEvents, type LiveStream, openLiveStream } from './live-stream.ts'

export interface LiveStreamsOptions {
  clock: Clock
  maxPerUser?: number
  maxTotal?: number
  /** Minimum and maximum time between two events of a stream. */
  minIntervalMs?: number
  maxIntervalMs?: number
  onEvent?(): void
}

/**
 * The user of a stream. The stream ends at `expiresAt`, when the access token or API key expires, or when `ended`
 * aborts, for example because the API key is revoked.
 */
interface StreamUser {
  userId: string
  expiresAt?: Date
  ended?: AbortSignal
}

export interface LiveStreams {
  /**
   * Opens a stream that reports when clicks of a project arrive. The stream ends with the user's access token or API
   * key, and after ten minutes at the latest, so that access is checked again. It also ends when `signal` aborts, or
   * when the user opens too many streams. Throws TOO_MANY_REQUESTS if all users together have too many streams.
   */
  open(projectId: string, user: StreamUser, signal?: AbortSignal): LiveEvents
  /** Sends an event to the streams of these projects, because clicks have arrived. */
  publish(projectIds: Iterable<string>): void
  /** Sends an event to every stream, because clicks of any project may have arrived. */
  publishToAll(): void
  /** Ends the streams of a user. If the user opens another stream, access is checked again. */
  endOf(userId: string): void
  /** Ends the streams of all users. If they open another stream, access is checked again. */
  endOfAll(): void
  /** Ends every stream. Each stream that is opened later ends immediately. */
  endAll(): void
}

const maxDurationMs = 10 * 60_000

/** The open live streams of this process, by project and by user. */
export function createLiveStreams({
  clock,
  maxPerUser = 20,
  maxTotal = 5_000,
  minIntervalMs = liveIntervalMs.min,
  maxIntervalMs = liveIntervalMs.max,
  onEvent = () => undefined,
}: LiveStreamsOptions): LiveStreams {
  const byProject = new Map<string, Set<LiveStream>>()
  const byUser = new Map<string, Set<LiveStream>>()
  const all = new Set<LiveStream>()
  const arrivals = createRecentArrivals(clock, liveRecentMs)
  let isEnded = false

  function endOfAll(): void {
    for (const stream of all) stream.end()
  }

  return {
    open(projectId, { userId, expiresAt, ended }, signal) {
      const own = byUser.get(userId)
      const [oldest] = own ?? []
      if (oldest !== undefined && own !== undefined && own.size >= maxPerUser) oldest.end()
      if (all.size >= maxTotal) fail('TOO_MANY_REQUESTS')

      const tokenMs = expiresAt === undefined ? maxDurationMs : expiresAt.getTime() - clock.now().getTime()
      const stream = openLiveStream({
        clock,
        arrivedAt: arrivals.latest(projectId),
        maxDurationMs: Math.min(maxDurationMs, tokenMs),
        minIntervalMs,
        maxIntervalMs,
        onEvent,
        onEnd() {
          all.delete(stream)
          removeFrom(byProject, projectId, stream)
          removeFrom(byUser, userId, stream)
        },
      })
      all.add(stream)
      addTo(byProject, projectId, stream)
      addTo(byUser, userId, stream)
      const ending = AbortSignal.any([signal, ended].filter((each) => each !== undefined))
      if (isEnded || ending.aborted) stream.end()
      else ending.addEventListener('abort', stream.end, { once: true })
      return stream.events
    },
    publish(projectIds) {
      for (const id of projectIds) {
        arrivals.add(id)
        for (const stream of byProject.get(id) ?? []) stream.publish()
      }
    },
    publishToAll() {
      arrivals.addToAll()
      for (const stream of all) stream.publish()
    },
    endOf(userId) {
      for (const stream of byUser.get(userId) ?? []) stream.end()
    },
    endOfAll,
    endAll() {
      isEnded = true
      endOfAll()
    },
  }
}

function addTo(streams: Map<string, Set<LiveStream>>, key: string, stream: LiveStream): void {
  const set = streams.get(key)
  if (set === undefined) streams.set(key, new Set([stream]))
  else set.add(stream)
}

function removeFrom(streams: Map<string, Set<LiveStream>>, key: string, stream: LiveStream): void {
  const set = streams.get(key)
  set?.delete(stream)
  if (set?.size === 0) streams.delete(key)
}

interface RecentArrivals {
  /** Records that clicks of the project have arrived. */
  add(projectId: string): void
  /** Records that clicks of any project may have arrived. */
  addToAll(): void
  /** Returns when clicks of the project last arrived. Undefined if no clicks arrived recently. */
  latest(projectId: string): Date | undefined
}

/** Remembers for `recentMs` when clicks of each project last arrived. */
function createRecentArrivals(clock: Clock, recentMs: number): RecentArrivals {
  // The entries are in the order of arrival, oldest first.
  const byProject = new Map<string, Date>()
  let ofAll: Date | undefined

  function isRecent(arrivedAt: Date | undefined): arrivedAt is Date {
    return arrivedAt !== undefined && clock.now().getTime() - arrivedAt.getTime() <= recentMs
  }

  return {
    add(projectId) {
      byProject.delete(projectId)
      byProject.set(projectId, clock.now())
      for (const [id, arrivedAt] of byProject) {
        if (isRecent(arrivedAt)) break
        byProject.delete(id)
      }
    },
    addToAll() {
      ofAll = clock.now()
    },
    latest(projectId) {
      return [ofAll, byProject.get(projectId)]
        .filter(isRecent)
        .sort((one, other) => one.getTime() - other.getTime())
        .at(-1)
    },
  }
}

type LiveClicksOptions = CoreDeps & { listenerUrl: string } & Pick<LiveStreamsOptions, 'onEvent'>

interface LiveClicks {
  streams: LiveStreams
  isListening(): boolean
  /** Ends every stream and stops listening. */
  close(): Promise<void>
}

/**
 * Opens the live streams of this process, and the connections that notify it of new clicks and ended memberships. If
 * the connection for clicks was lost, every stream gets an event when listening begins again. If the connection for
 * memberships was lost, every stream ends, so that access is checked again.
 */
export function openLiveClicks({ listenerUrl, clock, log, onEvent }: LiveClicksOptions): LiveClicks {
  const streams = createLiveStreams({ clock, ...(onEvent && { onEvent }) })
  const listener = openShippedClicksSubscription({ listenerUrl, log, onClicksShipped: streams.publish, onListening: streams.publishToAll })
  const memberships = openEndedMembershipsSubscription({ listenerUrl, log, onEnded: streams.endOf, onListening: streams.endOfAll })
  return {
    streams,
    isListening: () => listener.isListening() && memberships.isListening(),
    async close() {
      streams.endAll()
      await Promise.all([listener.close(), memberships.close()])
    },
  }
}
