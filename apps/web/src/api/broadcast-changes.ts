import type { QueryClient } from '@tanstack/react-query'

const channelName = 'linkshelf.changes'

/** The `meta` of a mutation that changes nothing on any screen, for example a download. */
export const readOnlyMutation = { isReadOnly: true } as const

/**
 * Tells the other tabs of this browser about every change in this tab. After a change in another tab, refetches what is
 * on screen: at once if this tab is visible, otherwise when it becomes visible. Returns a function that stops both.
 */
export function broadcastChanges(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  let isStale = false

  const unsubscribe = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    // A failed mutation is reported too, because the server may have applied the change.
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
