import { availableParallelism, cpus } from 'node:os'

export interface Measured {
  what: string
  /** How long each try took, in milliseconds. */
  tookMs: number[]
}

/** Does the work `times` times, one after the other, after a few tries that are not counted. */
export async function measure(what: string, times: number, work: (nth: number) => Promise<unknown>): Promise<Measured> {
  for (let nth = 0; nth < 10; nth += 1) await work(nth)
  const tookMs: number[] = []
  for (let nth = 0; nth < times; nth += 1) tookMs.push(await timeOf(() => work(nth)))
  console.error(`${what}: ${rounded(percentile(tookMs, 0.95))} ms at p95`)
  return { what, tookMs }
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The smallest time that `share` of all tries stayed within. */
export function percentile(tookMs: readonly number[], share: number): number {
  const sorted = [...tookMs].sort((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function printTable(measured: readonly Measured[]): void {
  console.table(
    Object.fromEntries(
      measured.map(({ what, tookMs }) => [
        what,
        {
          requests: tookMs.length,
          'p50 ms': rounded(percentile(tookMs, 0.5)),
          'p95 ms': rounded(percentile(tookMs, 0.95)),
          'p99 ms': rounded(percentile(tookMs, 0.99)),
        },
      ]),
    ),
  )
}

/** What the figures were measured on; figures without it say nothing. */
export function printMachine(software: Record<string, string>): void {
  const named = Object.entries({ Node: process.version, ...software }).map(([name, version]) => `${name} ${version}`)
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${named.join(', ')}`)
}

function rounded(ms: number): number {
  return Number(ms.toFixed(1))
}
