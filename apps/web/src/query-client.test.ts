import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeQueryClient } from './query-client.ts'

describe('without a network', () => {
  beforeEach(() => onlineManager.setOnline(false))
  afterEach(() => onlineManager.setOnline(true))

  it('a question fails rather than waits', async () => {
    const away = new Error('away')
    const query = { queryKey: ['question'], queryFn: () => Promise.reject(away), retry: false }

    await expect(makeQueryClient().fetchQuery(query)).rejects.toBe(away)
  })

  it('a change is sent at once rather than kept for later', async () => {
    let sent = 0
    const change = new MutationObserver(makeQueryClient(), { mutationFn: async () => (sent += 1) })

    void change.mutate()

    await expect.poll(() => [sent, change.getCurrentResult().isPaused]).toEqual([1, false])
  })
})
