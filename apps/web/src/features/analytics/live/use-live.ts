import { liveIntervalMs } from '@linkshelf/contract'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { type LiveStream, type LiveStreamOptions, openLiveStream } from './live-stream.ts'

/** A stream stays open this long after its last screen was left, because the next screen usually needs it too. */
const closeDelayMs = 2_000

interface SharedStream {
  subscribe: (onChange: () => void) => () => void
  isLive: () => boolean
}

const sharedStreams = new WeakMap<QueryClient, Map<string, SharedStream>>()

/**
 * Refetches the analytics of a project whenever clicks arrive. Returns false while the stream does not work. All
 * callers for one project share one stream.
 */
export function useLive(scope: ProjectScope): boolean {
  const { subscribe, isLive } = getOrCreateStream(useQueryClient(), scope)
  return useSyncExternalStore(subscribe, isLive)
}

function getOrCreateStream(queryClient: QueryClient, scope: ProjectScope): SharedStream {
  const streams = sharedStreams.get(queryClient) ?? new Map<string, SharedStream>()
  sharedStreams.set(queryClient, streams)
  const stream = streams.get(scope.projectId) ?? createSharedStream(queryClient, scope)
  streams.set(scope.projectId, stream)
  return stream
}

function createSharedStream(queryClient: QueryClient, scope: ProjectScope): SharedStream {
  const listeners = new Set<() => void>()
  let stream: LiveStream | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  let isLive = true

  function open(): LiveStream {
    isLive = true
    return openLiveStream({
      // The priority is low, so that other requests of the screen come first.
      connect: (signal) => api.analytics.live.call({ params: scope }, { signal, context: { priority: 'low' } }),
      ...createRefetcher(queryClient, scope),
      onLive(next) {
        isLive = next
        for (const notify of listeners) notify()
      },
    })
  }

  return {
    subscribe(onChange) {
      clearTimeout(closing)
      listeners.add(onChange)
      stream ??= open()
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        closing = setTimeout(() => {
          stream?.close()
          stream = undefined
        }, closeDelayMs)
      }
    },
    isLive: () => isLive,
  }
}

/**
 * Refetches the active analytics queries, at most once a second. If clicks arrive during a fetch, another fetch follows
 * it, because the server can have answered the first fetch before the clicks arrived.
 */
function createRefetcher(queryClient: QueryClient, scope: ProjectScope): Pick<LiveStreamOptions, 'onClicks' | 'onOpen' | 'hasFailed'> {
  const active = { queryKey: api.analytics.key({ input: { params: scope } }), type: 'active' } as const
  let isRefetching = false
  let isStale = false

  async function refetch(): Promise<void> {
    isRefetching = true
    while (isStale) {
      isStale = queryClient.isFetching(active) > 0
      await queryClient.invalidateQueries({ queryKey: active.queryKey, predicate: hasBeenReady }, { cancelRefetch: false })
      await new Promise((resolve) => setTimeout(resolve, liveIntervalMs.min))
    }
    isRefetching = false
  }

  return {
    onClicks() {
      isStale = true
      if (!isRefetching) void refetch()
    },
    onOpen(sinceMs) {
      const isOld = ({ state }: Query) => state.data !== undefined && state.dataUpdatedAt < sinceMs
      void queryClient.invalidateQueries({ queryKey: active.queryKey, predicate: isOld }, { cancelRefetch: false })
    },
    hasFailed: () =>
      queryClient
        .getQueryCache()
        .findAll(active)
        .some((query) => query.state.status === 'error' && hasBeenReady(query)),
  }
}

/**
 * Returns false for a failed query that never had data. Such a query shows an error panel, and only its Retry button
 * refetches it, so that the button does not flicker.
 */
function hasBeenReady({ state }: Query): boolean {
  return state.status !== 'error' || state.data !== undefined
}
