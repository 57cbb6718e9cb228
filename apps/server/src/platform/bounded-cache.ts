/** Remembers what was used last, within a bounded weight (bytes, or just a count). */
export interface BoundedCache<Value> {
  find(key: string): Value | undefined
  /** What weighs more than everything may is not remembered. */
  put(key: string, value: Value, weight: number): void
  forget(key: string): void
  clear(): void
  /** At most so many, those that are dropped last before the others. Counts as no use. */
  latest(most: number): { key: string; value: Value }[]
  count(): number
  weight(): number
}

/** Entries in the order of their use: a list through the entries themselves. */
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
 * What was not used for the longest time goes first. With a `provenShare` of the weight above 0 it is a segmented LRU: what is found again is proven, and
 * goes after everything that isn't, so that a pass over any number of keys pushes out none of that share. What is proven beyond the share is so no
 * longer. A hit changes a few pointers and makes nothing new.
 */
export function makeBoundedCache<Value>(maxWeight: number, provenShare = 0): BoundedCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  const untried = emptySegment<Value>()
  const proven = emptySegment<Value>()
  const foundAgain = provenShare > 0 ? proven : untried
  const provenMax = maxWeight * provenShare

  function drop(entry: Entry<Value>): void {
    entries.delete(entry.key)
    leave(entry)
  }

  function makeRoom(): void {
    while (untried.weight + proven.weight > maxWeight) {
      const first = untried.oldest ?? proven.oldest
      if (first) drop(first)
    }
  }

  return {
    find(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry !== foundAgain.newest) {
        leave(entry)
        join(foundAgain, entry)
        for (let last = proven.oldest; last && proven.weight > provenMax; last = proven.oldest) {
          leave(last)
          join(untried, last)
        }
      }
      return entry.value
    },
    put(key, value, weight) {
      const former = entries.get(key)
      if (former) drop(former)
      if (weight > maxWeight) return
      const segment = former?.segment ?? untried
      const entry = { key, value, weight, segment, newer: undefined, older: undefined }
      entries.set(key, entry)
      join(segment, entry)
      makeRoom()
    },
    forget(key) {
      const entry = entries.get(key)
      if (entry) drop(entry)
    },
    clear() {
      entries.clear()
      Object.assign(untried, emptySegment())
      Object.assign(proven, emptySegment())
    },
    latest(most) {
      const found: { key: string; value: Value }[] = []
      for (const { newest } of [proven, untried])
        for (let entry = newest; entry && found.length < most; entry = entry.older) found.push(entry)
      return found
    },
    count: () => entries.size,
    weight: () => untried.weight + proven.weight,
  }
}

function emptySegment<Value>(): Segment<Value> {
  return { newest: undefined, oldest: undefined, weight: 0 }
}

function join<Value>(segment: Segment<Value>, entry: Entry<Value>): void {
  entry.segment = segment
  entry.older = segment.newest
  entry.newer = undefined
  if (segment.newest) segment.newest.newer = entry
  segment.newest = entry
  segment.oldest ??= entry
  segment.weight += entry.weight
}

function leave<Value>({ segment, newer, older, weight }: Entry<Value>): void {
  if (newer) newer.older = older
  else segment.newest = older
  if (older) older.newer = newer
  else segment.oldest = newer
  segment.weight -= weight
}
