import type { QueryClient } from '@tanstack/react-query'

const channelName = 'linkshelf.changes'

/** The `meta` of a mutation that changes nothing any screen shows: a download, feedback. */
export const readOnlyMutation = { isReadOnly: true } as const

/**
 * Tells the other tabs of this browser about every change made here, and refetches what is on screen when another tab
 * made one: at once in a visible tab, and when a hidden tab becomes visible. Returns how to stop.
 */
export function broadcastChanges(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  let isStale = false

  const unsubscribe = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    // An error counts too, since the server may have applied the change.
    const isSettled = type === 'updated' && (mutation.state.status === 'success' || mutation.state.status === 'error')
    if (isSettled && mutation.meta?.isReadOnly !== true) channel.postMessage('changed')
  })

  function refresh(): void {
    if (!isStale || document.visibilityState === 'hidden') return
    isStale = false
    void queryClient.invalidateQueries()
  }

  channel.onmessage = () => {
    isStale = true
    refresh()
  }
  document.addEventListener('visibilitychange', refresh)

  return () => {
    unsubscribe()
    channel.close()
    document.removeEventListener('visibilitychange', refresh)
  }
}
