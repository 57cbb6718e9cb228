/**
 * Measures how long the tasks of each key ran recently, by the clock of this process. Keys are ids of users and
 * organizations.
 */
export interface RecentUsage<Key extends string> {
  /** Records that a task of the key began. The returned function records that it ended. */
  begin(key: Key): () => void
  isBusy(key: Key): boolean
  busyKeys(): Key[]
}

export interface RecentUsageOptions {
  /** A key is busy if its tasks together ran for longer than this recently. */
  busyMs: number
}

/** After one minute, the time that a task ran counts half. After two minutes, it counts a quarter. */
const halfLifeMs = 60_000
/** The usage that one endless task approaches. Two endless tasks approach twice as much. */
const meanLifeMs = halfLifeMs / Math.LN2
/** A key whose usage is below this is deleted, because its usage no longer changes any result. */
const negligibleMs = 1

interface Usage {
  /** The usage at the instant `at`. */
  usedMs: number
  at: number
  running: number
}

/**
 * Measures the recent usage of keys. Running tasks count for the time since they began. The sum decays continuously, so
 * it needs only two numbers per key. With a fixed window, a busy key could simply wait for the end of the window.
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
