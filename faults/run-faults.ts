import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultKind, faultKinds } from './fault-kinds.ts'
import { type Harness, openHarness, type RecoveryTimes } from './harness.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { countStoredClicks, readStoredMarks } from './stored-marks.ts'

export interface FaultsOptions {
  faults: number
  seed: number
  /** Redirects per second. */
  perSecond: number
  /** Duration of the one long stop of the engine. All other stops are short. */
  longStopMs: number
  /** The maximum number of faults in a row before the program has recovered. */
  maxBurst: number
  /** Ends the run early. The report then covers the faults so far. */
  signal?: AbortSignal
  onProgress(line: string): void
}

export interface FaultsReport {
  tried: Record<string, number>
  /** Sentences that say which faults this machine can't inject. */
  missing: string[]
  /** Visits that got a 302. */
  acknowledged: number
  /** `broken` counts visits without a response. `others` counts visits with a response other than 302, by status. */
  broken: number
  others: Record<number, number>
  /** Redirects per second in the time in which requests were redirected. */
  perSecond: number
  /**
   * `found` counts the acknowledged clicks in ClickHouse. `lost` counts the missing clicks, and `lostToFullDisk` the
   * clicks that are missing from a time when the edge's disk was full.
   */
  found: number
  lost: number
  lostToFullDisk: number
  /** Clicks that the edge counted as lost while its disk was full. */
  reportedLostToFullDisk: number
  /** Clicks that are stored in ClickHouse more than once. */
  duplicated: number
  /** The number of rows in ClickHouse, and the number of clicks in its rollups. */
  rows: number
  inRollups: number
  worst: RecoveryTimes
}

/** Injects faults into the whole program under load. Then looks up every acknowledged click. */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  await using harness = await openHarness(options.perSecond, options.longStopMs)
  const random = createSeededRandom(options.seed)
  const missing = faultKinds.flatMap((kind) => kind.missing(harness) ?? [])
  const deck = createDeck(
    faultKinds.filter((kind) => kind.missing(harness) === undefined),
    options.faults,
    random,
  )
  const tried: Record<string, number> = {}
  const worst: RecoveryTimes = { redirectsMs: 0, everythingMs: 0 }
  await harness.untilRecovered()

  while (deck.length > 0 && !options.signal?.aborted) {
    const burst = takeBurst(deck, random.between(1, options.maxBurst + 1))
    for (const kind of burst) {
      await kind.inject(harness, random)
      tried[kind.name] = (tried[kind.name] ?? 0) + 1
      if (kind !== burst.at(-1)) await sleep(random.between(0, 400))
    }
    const { redirectsMs, everythingMs } = await harness.untilRecovered()
    worst.redirectsMs = Math.max(worst.redirectsMs, redirectsMs)
    worst.everythingMs = Math.max(worst.everythingMs, everythingMs)
    const names = burst.map((kind) => kind.name).join(', ')
    options.onProgress(
      `${options.faults - deck.length}  ${names}: redirects after ${formatSeconds(redirectsMs)}, everything after ${formatSeconds(everythingMs)}`,
    )
    await sleep(random.between(0, 500))
  }
  if (typeof harness.clock !== 'string') harness.clock.step(0)
  return { tried, missing, worst, ...(await countClicks(harness, options.onProgress)) }
}

/** Returns `count` fault kinds in random order. How often a kind occurs follows its share, and is at least once. */
function createDeck(kinds: readonly FaultKind[], count: number, random: SeededRandom): FaultKind[] {
  const shares = kinds.reduce((sum, kind) => sum + kind.share, 0)
  const deck = kinds.flatMap((kind) => Array<FaultKind>(Math.max(1, Math.floor((kind.share / shares) * count))).fill(kind))
  for (const kind of kinds) if (deck.length < count) deck.push(kind)
  return random.shuffled(deck).slice(0, count)
}

function takeBurst(deck: FaultKind[], length: number): FaultKind[] {
  const burst = deck.splice(0, 1)
  while (burst.length < length && burst.at(-1)?.isSudden && deck[0]?.isSudden) burst.push(...deck.splice(0, 1))
  return burst
}

async function countClicks(
  harness: Harness,
  onProgress: (line: string) => void,
): Promise<Omit<FaultsReport, 'tried' | 'missing' | 'worst'>> {
  const { marks, ...progress } = await harness.load.stop()
  const reportedLostToFullDisk = harness.fullDisks.reduce((sum, { lost }) => sum + lost, 0)
  await waitUntilShipped(harness, progress.acknowledged - reportedLostToFullDisk)
  onProgress('Every journal is shipped')
  const times = await readStoredMarks(harness.instance.dataFolder, harness.projectId, progress.next)
  const stored = await countStoredClicks(harness.instance.dataFolder, harness.projectId)
  const isFullAt = (mark: number) => harness.fullDisks.some(({ fromMark, toMark }) => mark >= fromMark && mark < toMark)
  const totals = { found: 0, lost: 0, lostToFullDisk: 0, duplicated: 0 }
  for (let mark = 0; mark < progress.next; mark += 1) {
    if ((times[mark] ?? 0) > 1) totals.duplicated += 1
    if (marks[mark] !== 1) continue
    if ((times[mark] ?? 0) > 0) totals.found += 1
    else if (isFullAt(mark)) totals.lostToFullDisk += 1
    else totals.lost += 1
  }
  return {
    ...totals,
    acknowledged: progress.acknowledged,
    broken: progress.broken,
    others: progress.others,
    perSecond: (progress.acknowledged / progress.answeredMs) * 1_000,
    reportedLostToFullDisk,
    rows: stored.clicks,
    inRollups: stored.inRollups,
  }
}

/**
 * Waits until no more clicks arrive for two seconds. If clicks are missing, waits until none arrive for ten seconds.
 */
async function waitUntilShipped(harness: Harness, expected: number): Promise<void> {
  await harness.untilRecovered()
  for (let before = -1, still = 0; ; await sleep(500)) {
    const { clicks } = await countStoredClicks(harness.instance.dataFolder, harness.projectId)
    still = clicks === before ? still + 1 : 0
    before = clicks
    if (still >= (clicks < expected ? 20 : 4)) return
  }
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
