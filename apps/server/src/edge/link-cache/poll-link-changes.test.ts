import { afterEach, expect, it } from 'vitest'
import { type Log, silentLog } from '../../platform/process/log.ts'
import { type LinkChangePolling, pollLinkChanges } from './poll-link-changes.ts'

let polling: LinkChangePolling
afterEach(() => polling.close())

/**
 * Polls a database that returns these answers one after the other. Lists the queries, and the calls on the cache and
 * the log.
 */
function poll(answers: ({ addresses?: string[]; mark: number } | Error)[]) {
  const queries: (number | undefined)[] = []
  const calls: string[] = []
  polling = pollLinkChanges({
    async findLinkChanges(since) {
      const answer = answers[queries.length] ?? { mark: 0 }
      queries.push(since)
      if (answer instanceof Error) throw answer
      return { changes: (answer.addresses ?? []).map((address) => ({ address })), mark: answer.mark }
    },
    receiver: {
      invalidate: (change) => void calls.push('address' in change ? change.address : JSON.stringify(change)),
      markFresh: () => void calls.push('fresh'),
      markAllStale: () => void calls.push('stale'),
    },
    everyMs: 1,
    log: { ...silentLog, warn: () => void calls.push('warn') } as Log,
  })
  return { queries, calls }
}

it('marks everything stale at the first poll, and then invalidates only changes', async () => {
  const { queries, calls } = poll([{ mark: 7 }, { addresses: ['lamp', 'chair'], mark: 8 }])
  await expect.poll(() => queries.length).toBeGreaterThan(2)
  expect(queries.slice(0, 2)).toEqual([undefined, 7])
  expect(calls.slice(0, 5)).toEqual(['stale', 'fresh', 'lamp', 'chair', 'fresh'])
})

it('reads each change in several polls, starting from the oldest mark if a replica is behind', async () => {
  const { queries } = poll([9, 5, 11, 12, 13, 14, 15, 16, 17].map((mark) => ({ mark })))
  await expect.poll(() => queries.length).toBeGreaterThan(8)
  expect(queries.slice(1, 9)).toEqual([9, 5, 5, 5, 5, 5, 5, 11])
})

it("marks nothing fresh while the database can't be reached, and continues from the last mark", async () => {
  const { queries, calls } = poll([{ mark: 7 }, new Error('connect ECONNREFUSED'), new Error('connect ECONNREFUSED'), { mark: 9 }])
  await expect.poll(() => queries.length).toBeGreaterThan(4)
  expect(queries.slice(0, 4)).toEqual([undefined, 7, 7, 7])
  expect(calls.slice(0, 4)).toEqual(['stale', 'fresh', 'warn', 'fresh'])
})

it('marks everything stale if there are more changes than the limit', async () => {
  const { calls } = poll([{ mark: 7 }, { mark: 8, addresses: Array.from({ length: 10_000 }, (_, nth) => `l${nth}`) }])
  await expect.poll(() => calls.indexOf('stale', 1)).toBeGreaterThan(0)
  expect(calls.indexOf('stale', 1)).toBeLessThan(calls.indexOf('l0'))
})
