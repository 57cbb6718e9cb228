import { liveIntervalMs } from '@linkshelf/contract'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, type ProjectScope } from '../../api.ts'
import { type LiveLine, openLiveLine } from './live-line.ts'

/** So long a line outlives its last screen: the next one mostly comes within it. */
const graceMs = 2_000

interface SharedLine {
  subscribe: (onChange: () => void) => () => void
  isLive: () => boolean
}

const sharedLines = new WeakMap<QueryClient, Map<string, SharedLine>>()

/** Keeps the numbers of a project moving while somebody looks at them, and says whether they do. All who use it for a project share one line. */
export function useLiveClicks(scope: ProjectScope): boolean {
  const { subscribe, isLive } = lineOf(useQueryClient(), scope)
  return useSyncExternalStore(subscribe, isLive)
}

function lineOf(queryClient: QueryClient, scope: ProjectScope): SharedLine {
  const lines = sharedLines.get(queryClient) ?? new Map<string, SharedLine>()
  sharedLines.set(queryClient, lines)
  const line = lines.get(scope.projectId) ?? shareLine(queryClient, scope)
  lines.set(scope.projectId, line)
  return line
}

function shareLine(queryClient: QueryClient, scope: ProjectScope): SharedLine {
  const listeners = new Set<() => void>()
  let line: LiveLine | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  let isLive = true

  function open(): LiveLine {
    isLive = true
    return openLiveLine({
      connect: (signal) => api.analytics.live.call({ params: scope }, { signal }),
      ...makeRefresher(queryClient, scope),
      onLive(next) {
        isLive = next
        for (const tell of listeners) tell()
      },
    })
  }

  return {
    subscribe(onChange) {
      clearTimeout(leaving)
      listeners.add(onChange)
      line ??= open()
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        leaving = setTimeout(() => {
          line?.close()
          line = undefined
        }, graceMs)
      }
    },
    isLive: () => isLive,
  }
}

/** Asks for the numbers on screen again, at most once a second. What is under way may have been answered before the news, so it is asked once more. */
function makeRefresher(queryClient: QueryClient, scope: ProjectScope): { onNews: () => void; hasFailed: () => boolean } {
  const numbers = { queryKey: api.analytics.key({ input: { params: scope } }), type: 'active' } as const
  let isRefreshing = false
  let hasNews = false

  async function refresh(): Promise<void> {
    isRefreshing = true
    while (hasNews) {
      hasNews = queryClient.isFetching(numbers) > 0
      await queryClient.invalidateQueries({ queryKey: numbers.queryKey, predicate: wasAnswered }, { cancelRefetch: false })
      await new Promise((resolve) => setTimeout(resolve, liveIntervalMs.min))
    }
    isRefreshing = false
  }

  return {
    onNews() {
      hasNews = true
      if (!isRefreshing) void refresh()
    },
    hasFailed: () =>
      queryClient
        .getQueryCache()
        .findAll(numbers)
        .some((query) => query.state.status === 'error' && wasAnswered(query)),
  }
}

/** What has failed from the start is asked again by whoever reads it: their button must not come and go. */
function wasAnswered({ state }: Query): boolean {
  return state.status !== 'error' || state.data !== undefined
}
