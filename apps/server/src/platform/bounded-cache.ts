/** Remembers what was used lately, within a bounded weight (bytes, or just a count). */
export interface BoundedCache<Value> {
  find(key: string): Value | undefined
  put(key: string, value: Value, weight: number): void
  forget(key: string): void
  count(): number
}

/**
 * Two generations: when the young one has half of the weight it becomes the old one, and what was old and not asked for since is dropped. Cheaper
 * than an exact order of use: a hit on something young moves nothing.
 */
export function makeBoundedCache<Value>(maxWeight: number): BoundedCache<Value> {
  type Entry = { value: Value; weight: number }
  let young = new Map<string, Entry>()
  let old = new Map<string, Entry>()
  let youngWeight = 0

  function putYoung(key: string, entry: Entry): void {
    youngWeight += entry.weight - (young.get(key)?.weight ?? 0)
    young.set(key, entry)
    if (youngWeight <= maxWeight / 2) return
    old = young
    young = new Map()
    youngWeight = 0
  }

  return {
    find(key) {
      const entry = young.get(key)
      if (entry !== undefined) return entry.value
      const older = old.get(key)
      if (older === undefined) return undefined
      old.delete(key)
      putYoung(key, older)
      return older.value
    },
    put(key, value, weight) {
      old.delete(key)
      putYoung(key, { value, weight })
    },
    forget(key) {
      youngWeight -= young.get(key)?.weight ?? 0
      young.delete(key)
      old.delete(key)
    },
    count: () => young.size + old.size,
  }
}
