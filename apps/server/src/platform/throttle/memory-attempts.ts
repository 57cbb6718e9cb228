import { LRUCache } from 'lru-cache'
import type { AttemptCount, AttemptStore } from './throttle.ts'

/** Counts in this process. Beyond `max` keys, the counts of those that were used longest ago are forgotten. */
export function createMemoryAttempts(max: number): AttemptStore {
  const counts = new LRUCache<string, AttemptCount>({ max })
  const nameOf = (key: Buffer) => key.toString('base64')
  return {
    find: async (keys) => keys.flatMap((key) => counts.get(nameOf(key)) ?? []),
    async increment(windows, added) {
      return windows.map(({ key, windowMs, windowStartedAt }) => {
        const before = counts.get(nameOf(key))
        const age = before === undefined ? Number.POSITIVE_INFINITY : windowStartedAt.getTime() - before.window_started_at.getTime()
        const tries = age === 0 ? (before?.tries ?? 0) + added : added
        const triesBefore = age === 0 ? (before?.tries_before ?? 0) : age === windowMs ? (before?.tries ?? 0) : 0
        const count = { key, window_started_at: windowStartedAt, tries, tries_before: triesBefore }
        counts.set(nameOf(key), count)
        return count
      })
    },
    async decrement(keys, removed) {
      for (const key of keys) {
        const count = counts.get(nameOf(key))
        if (count !== undefined) counts.set(nameOf(key), { ...count, tries: Math.max(0, count.tries - removed) })
      }
    },
    async delete(keys) {
      for (const key of keys) counts.delete(nameOf(key))
    },
  }
}
