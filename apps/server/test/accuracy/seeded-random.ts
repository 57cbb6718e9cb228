/** Pseudo-random numbers, the same on every run. */
export interface SeededRandom {
  /** Returns a number from 0 to just below `count`. */
  below(count: number): number
  /** Returns true with this probability, from 0 to 1. */
  chance(chance: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Picks an item, earlier items more often. */
  pickSkewed<Item>(items: readonly Item[]): Item
}

/** Uses Mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  return {
    below: (count) => Math.floor(next() * count),
    chance: (chance) => next() < chance,
    pick: (items) => at(items, Math.floor(next() * items.length)),
    pickSkewed: (items) => at(items, Math.floor(next() ** 3 * items.length)),
  }
}
