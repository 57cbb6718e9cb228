import { LRUCache } from 'lru-cache'

export interface RepeatDetector {
  /** `visitor` names a visitor on a link; `at` is in milliseconds since 1970. */
  isRepeat(visitor: string, at: number): boolean
}

const repeatMs = 3_000
const maxEntries = 100_000

/**
 * Detects double taps: the same visitor on the same link within 3 seconds. A repeat does not extend the interval, so a
 * visitor who taps for a minute counts once every three seconds. The cache is bounded; an eviction under load can only
 * leave a repeat undetected.
 */
export function createRepeatDetector(): RepeatDetector {
  const lastAt = new LRUCache<string, number>({ max: maxEntries })
  return {
    isRepeat(visitor, at) {
      const before = lastAt.get(visitor)
      if (before !== undefined && Math.abs(at - before) <= repeatMs) return true
      lastAt.set(visitor, at)
      return false
    },
  }
}
