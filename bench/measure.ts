import { availableParallelism, cpus } from 'node:os'

export interface Measurement {
  name: string
  /** The duration of each run. */
  durationsMs: number[]
}

/** Runs the work ten times as a warm-up, then measures it `times` times, one run after the other. */
export async function measure(name: string, times: number, work: (index: number) => Promise<unknown>): Promise<Measurement> {
  for (let index = 0; index < 10; index += 1) await work(index)
  const durationsMs: number[] = []
  for (let index = 0; index < times; index += 1) durationsMs.push(await measureMs(() => work(index)))
  console.error(`${name}: ${roundToTenth(computePercentile(durationsMs, 0.95))} ms at p95`)
  return { name, durationsMs }
}

export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The smallest duration that `share` of all runs did not exceed. */
export function computePercentile(durationsMs: readonly number[], share: number): number {
  const sorted = [...durationsMs].sort((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function printTable(measurements: readonly Measurement[]): void {
  console.table(
    Object.fromEntries(
      measurements.map(({ name, durationsMs }) => [
        name,
        {
          requests: durationsMs.length,
          'p50 ms': roundToTenth(computePercentile(durationsMs, 0.5)),
          'p95 ms': roundToTenth(computePercentile(durationsMs, 0.95)),
          'p99 ms': roundToTenth(computePercentile(durationsMs, 0.99)),
        },
      ]),
    ),
  )
}

/** Prints the machine and the versions that the figures depend on. */
export function printMachine(software: Record<string, string>): void {
  const versions = Object.entries({ Node: process.version, ...software }).map(([name, version]) => `${name} ${version}`)
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${versions.join(', ')}`)
}

function roundToTenth(ms: number): number {
  return Number(ms.toFixed(1))
}
