import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { broadcastChanges, readOnlyMutation } from './broadcast-changes.ts'

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

/** Opens a tab that shows one query. `fetches` records how often the query is fetched. */
async function openTab() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const fetches = vi.fn(async () => 'links')
  cleanups.push(
    broadcastChanges(queryClient),
    new QueryObserver(queryClient, { queryKey: ['links'], queryFn: fetches }).subscribe(() => {}),
  )
  await expect.poll(() => fetches).toHaveBeenCalledTimes(1)
  return { queryClient, fetches }
}

function change(queryClient: QueryClient, options: { mutationFn?: () => Promise<void>; meta?: Record<string, unknown> } = {}) {
  return new MutationObserver<void>(queryClient, { mutationFn: async () => {}, ...options }).mutate().catch(() => {})
}

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('refetches the queries of other tabs once after a change', async () => {
  const [own, other] = [await openTab(), await openTab()]

  await change(own.queryClient)

  await expect.poll(() => other.fetches).toHaveBeenCalledTimes(2)
  expect(own.fetches).toHaveBeenCalledTimes(1)
})

it('also refetches after a failed change, because the server may have applied it', async () => {
  const [own, other] = [await openTab(), await openTab()]

  await change(own.queryClient, { mutationFn: () => Promise.reject(new Error('Lost the connection')) })

  await expect.poll(() => other.fetches).toHaveBeenCalledTimes(2)
})

it('refetches nothing after a download', async () => {
  const [own, other] = [await openTab(), await openTab()]

  await change(own.queryClient, { meta: readOnlyMutation })
  // Messages arrive in order. If the download before this change had sent a message too, it would arrive first and
  // cause another refetch.
  await change(own.queryClient)

  await expect.poll(() => other.fetches).toHaveBeenCalledTimes(2)
})

it('refetches in a hidden tab only when the tab becomes visible', async () => {
  const [own, other] = [await openTab(), await openTab()]
  setVisibility('hidden')

  await change(own.queryClient)
  await change(own.queryClient)
  const seen = new BroadcastChannel('linkshelf.changes')
  const arrived = new Promise((resolve) => {
    seen.onmessage = resolve
  })
  cleanups.push(() => seen.close())
  await change(own.queryClient)
  await arrived
  expect(other.fetches).toHaveBeenCalledTimes(1)

  setVisibility('visible')

  await expect.poll(() => other.fetches).toHaveBeenCalledTimes(2)
})
