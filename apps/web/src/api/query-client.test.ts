import { errorCatalog } from '@linkshelf/contract'
import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

describe('without a network', () => {
  beforeEach(() => onlineManager.setOnline(false))
  afterEach(() => onlineManager.setOnline(true))

  it('a query fails immediately', async () => {
    const away = new Error('away')
    const query = { queryKey: ['question'], queryFn: () => Promise.reject(away), retry: false }

    await expect(createQueryClient().fetchQuery(query)).rejects.toBe(away)
  })

  it('a mutation is sent immediately instead of queued', async () => {
    let sent = 0
    const change = new MutationObserver(createQueryClient(), { mutationFn: async () => (sent += 1) })

    void change.mutate()

    await expect.poll(() => [sent, change.getCurrentResult().isPaused]).toEqual([1, false])
  })
})

describe('a response', () => {
  const { queries } = createQueryClient().getDefaultOptions()

  it('is fresh for five minutes, and not refetched on window focus', () => {
    expect(queries).toMatchObject({ staleTime: 5 * 60_000, refetchOnWindowFocus: false })
  })

  it.each([
    ['twice after an internal error', new ApiError({ ...errorCatalog.FAULT, code: 'FAULT', correlation_id: 'an-id' }), 2],
    ['twice without a response', new NetworkError('an-id', new TypeError('Failed to fetch')), 2],
    ['once after any other error of the API', new ApiError({ ...errorCatalog.NOT_FOUND, code: 'NOT_FOUND', correlation_id: 'an-id' }), 1],
  ])('is requested %s', async (_title, error, times) => {
    let requestCount = 0
    const queryFn = () => {
      requestCount += 1
      return Promise.reject(error)
    }

    await expect(createQueryClient().fetchQuery({ queryKey: ['question'], queryFn, retry: queries?.retry, retryDelay: 0 })).rejects.toBe(
      error,
    )

    expect(requestCount).toBe(times)
  })
})
