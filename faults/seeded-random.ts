export interface SeededRandom {
  /** Returns an integer that is at least `from` and less than `to`. */
  between(from: number, to: number): number
  shuffled<Entry>(entries: readonly Entry[]): Entry[]
}

/** Returns a generator of random numbers. The same seed gives the same numbers (mulberry32). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from))
  return {
    between,
    shuffled(entries) {
      const left = [...entries]
      return entries.flatMap(() => left.splice(between(0, left.length), 1))
    },
  }
}
