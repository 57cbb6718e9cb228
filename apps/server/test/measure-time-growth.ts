/**
 * How much more processor time the work takes on an input 16 times as long: about 16 when it is linear, about 256 when
 * it is quadratic. The best of several runs counts, so other load on the machine has little effect.
 */
export function measureGrowth(work: (size: number) => void, size = 1_000): number {
  const measureBest = (at: number) => Math.min(...Array.from({ length: 7 }, () => measureProcessorMs(() => repeat(() => work(at)))))
  work(size)
  return measureBest(size * 16) / Math.max(measureBest(size), 0.05)
}

/** Milliseconds of processor time: other load on the machine has no effect. */
export function measureProcessorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function repeat(work: () => void): void {
  for (let round = 0; round < 10; round += 1) work()
}
