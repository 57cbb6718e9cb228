export interface RepeatMemory {
  isRepeat(who: string, at: number): boolean
}

const repeatMs = 3_000
const rememberedMax = 100_000

/**
 * Remembers who clicked during the last seconds. A repeat follows a click that was not itself one, so somebody who taps for a minute is heard every
 * three seconds. Bounded: the oldest is forgotten, and the worst that does is a repeat that isn't called one.
 */
export function makeRepeatMemory(): RepeatMemory {
  const lastAt = new Map<string, number>()
  return {
    isRepeat(who, at) {
      const before = lastAt.get(who)
      if (before !== undefined && Math.abs(at - before) <= repeatMs) return true
      lastAt.delete(who)
      lastAt.set(who, at)
      forgetOld(lastAt, at)
      return false
    },
  }
}

function forgetOld(lastAt: Map<string, number>, now: number): void {
  for (const [who, at] of lastAt) {
    if (lastAt.size <= rememberedMax && now - at <= repeatMs * 2) return
    lastAt.delete(who)
  }
}
