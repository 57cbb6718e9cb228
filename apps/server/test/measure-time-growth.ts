/**
 * Returns how many times more processor time the work takes if its input is 16 times as long: about 16 if the time is
 * linear, about 256 if it is quadratic. Uses the fastest of several runs, so other load on the machine has little
 * effect.
 */
export function measureGrowth(work: (size: number) => void, size = 1_000): number {
  const measureBest = (at: number) => Math.min(...Array.from({ length: 7 }, () => measureProcessorMs(() => repeat(() => work(at)))))
  work(size)
  return measureBest(size * 16) / Math.max(measureBest(size), 0.05)
}

/** Returns the processor time of the work in milliseconds, which other load on the machine does not affect. */
export function measureProcessorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function repeat(work: () => void): void {
  for (let round = 0; round < 10; round += 1) work()
}
