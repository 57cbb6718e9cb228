/** A segmented LRU cache with a maximum weight. */
export interface SegmentedCache<Value> {
  get(key: string): Value | undefined
  /** Does not store the value if it is heavier than the maximum weight. */
  set(key: string, value: Value, weight: number): void
  delete(key: string): void
  clear(): void
  /** Returns at most `limit` entries. The entry that would be evicted last comes first. Does not count as a use. */
  recent(limit: number): { key: string; value: Value }[]
  size(): number
  weight(): number
}

/** A doubly linked list of entries, in the order of their last use. */
interface Segment<Value> {
  newest: Entry<Value> | undefined
  oldest: Entry<Value> | undefined
  weight: number
}

interface Entry<Value> {
  readonly key: string
  readonly value: Value
  readonly weight: number
  segment: Segment<Value>
  newer: Entry<Value> | undefined
  older: Entry<Value> | undefined
}

/**
 * Creates a cache with an extra segment for entries that were used more than once, which lru-cache does not have.
 * Entries in this segment are evicted after all others, so a scan over any number of keys does not evict them. If the
 * segment exceeds `protectedShare` of the maximum weight, its least recently used entry moves back to the other
 * segment. A hit changes a few pointers and allocates nothing.
 *
 * If 100,000 links were visited twice, 300,000 other visits leave 96 % of them in this cache, and 0 % in lru-cache of
 * the same weight (`node bench/known-links/compare-caches.ts`).
 */
export function createSegmentedCache<Value>(maxWeight: number, protectedShare: number): SegmentedCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  const probation = createSegment<Value>()
  const protectedEntries = createSegment<Value>()
  const afterHit = protectedShare > 0 ? protectedEntries : probation
  const protectedMax = maxWeight * protectedShare

  function remove(entry: Entry<Value>): void {
    entries.delete(entry.key)
    unlinkEntry(entry)
  }

  function evict(): void {
    while (probation.weight + protectedEntries.weight > maxWeight) {
      const first = probation.oldest ?? protectedEntries.oldest
      if (first) remove(first)
    }
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry !== afterHit.newest) {
        unlinkEntry(entry)
        linkEntry(afterHit, entry)
        for (let last = protectedEntries.oldest; last && protectedEntries.weight > protectedMax; last = protectedEntries.oldest) {
          unlinkEntry(last)
          linkEntry(probation, last)
        }
      }
      return entry.value
    },
    set(key, value, weight) {
      const former = entries.get(key)
      if (former) remove(former)
      if (weight > maxWeight) return
      const segment = former?.segment ?? probation
      const entry = { key, value, weight, segment, newer: undefined, older: undefined }
      entries.set(key, entry)
      linkEntry(segment, entry)
      evict()
    },
    delete(key) {
      const entry = entries.get(key)
      if (entry) remove(entry)
    },
    clear() {
      entries.clear()
      Object.assign(probation, createSegment())
      Object.assign(protectedEntries, createSegment())
    },
    recent(limit) {
      const found: { key: string; value: Value }[] = []
      for (const { newest } of [protectedEntries, probation])
        for (let entry = newest; entry && found.length < limit; entry = entry.older) found.push(entry)
      return found
    },
    size: () => entries.size,
    weight: () => probation.weight + protectedEntries.weight,
  }
}

function createSegment<Value>(): Segment<Value> {
  return { newest: undefined, oldest: undefined, weight: 0 }
}

function linkEntry<Value>(segment: Segment<Value>, entry: Entry<Value>): void {
  entry.segment = segment
  entry.older = segment.newest
  entry.newer = undefined
  if (segment.newest) segment.newest.newer = entry
  segment.newest = entry
  segment.oldest ??= entry
  segment.weight += entry.weight
}

function unlinkEntry<Value>({ segment, newer, older, weight }: Entry<Value>): void {
  if (newer) newer.older = older
  else segment.newest = older
  if (older) older.newer = newer
  else segment.oldest = newer
  segment.weight -= weight
}
