import { LRUCache } from 'lru-cache'

export interface RepeatMemory {
  isRepeat(who: string, at: number): boolean
}

const repeatMs = 3_000
const rememberedMax = 100_000

/**
 * Remembers who clicked lately. A repeat follows a click that was not itself one, so somebody who taps for a minute is heard every three seconds.
 * Bounded: who clicked long ago is forgotten, and in a great crowd the worst that does is a repeat that isn't called one.
 */
export function makeRepeatMemory(): RepeatMemory {
  const lastAt = new LRUCache<string, number>({ max: rememberedMax })
  return {
    isRepeat(who, at) {
      const before = lastAt.get(who)
      if (before !== undefined && Math.abs(at - before) <= repeatMs) return true
      lastAt.set(who, at)
      return false
    },
  }
}
