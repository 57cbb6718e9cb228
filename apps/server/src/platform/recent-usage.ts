/** How long the tasks of each key ran lately, by the clock of this process. Keys are ids of users and organizations. */
export interface RecentUsage<Key extends string> {
  /** Counts a task of the key until the returned function is called. */
  begin(key: Key): () => void
  isBusy(key: Key): boolean
  busyKeys(): Key[]
}

export interface RecentUsageOptions {
  /** A key is busy when its tasks ran for longer than this lately, all together. */
  busyMs: number
}

/** The time that a task ran counts half after a minute, a quarter after two. */
const halfLifeMs = 60_000
/** One task that never ends comes near this, and two near twice as much. */
const meanLifeMs = halfLifeMs / Math.LN2
/** A usage that changes no answer any more is forgotten. */
const negligibleMs = 1

interface Usage {
  /** At the instant `at`. */
  usedMs: number
  at: number
  running: number
}

/**
 * Measures the recent usage of keys. Running tasks count for the time since they began. A sum that fades needs two
 * numbers for each key, and has no window that a key could wait for the end of.
 */
export function createRecentUsage<Key extends string>({ busyMs }: RecentUsageOptions): RecentUsage<Key> {
  const usages = new Map<Key, Usage>()
  let sweptAt = performance.now()

  function computeUsedMs({ usedMs: before, at, running }: Usage, now: number): number {
    const remaining = 2 ** ((at - now) / halfLifeMs)
    return before * remaining + running * meanLifeMs * (1 - remaining)
  }

  function addRunning(key: Key, count: number): void {
    const now = performance.now()
    const usage = usages.get(key) ?? { usedMs: 0, at: now, running: 0 }
    usages.set(key, { usedMs: computeUsedMs(usage, now), at: now, running: usage.running + count })
  }

  function sweep(): void {
    const now = performance.now()
    if (now - sweptAt < halfLifeMs) return
    sweptAt = now
    for (const [key, usage] of usages) if (usage.running === 0 && computeUsedMs(usage, now) < negligibleMs) usages.delete(key)
  }

  function isBusy(key: Key): boolean {
    const usage = usages.get(key)
    return usage !== undefined && computeUsedMs(usage, performance.now()) > busyMs
  }

  return {
    begin(key) {
      sweep()
      addRunning(key, 1)
      return () => addRunning(key, -1)
    },
    isBusy,
    busyKeys: () => [...usages.keys()].filter(isBusy),
  }
}
