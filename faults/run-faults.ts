import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultKind } from './fault-kinds.ts'
import { type Harness, openHarness, type RecoveryTimes } from './harness.ts'
import { measureOutage } from './measure-outage.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { countStoredClicks, findUnmarkedClicks, readStoredMarks } from './stored-marks.ts'

export interface FaultsOptions {
  faults: number
  seed: number
  /** Redirects per second. */
  perSecond: number
  /** Duration of the long stops, one of each database. All other stops are short. */
  longStopMs: number
  /** The maximum number of faults in a row before the program has recovered. */
  maxBurst: number
  /** The kinds that are injected. */
  kinds: readonly FaultKind[]
  /** Limits how long no visitor may be redirected during a fault that leaves an edge. */
  maxOutageMs: number
  /** Ends the run early. The report then covers the faults so far. */
  signal?: AbortSignal
  onProgress(line: string): void
  /** Called when the load has begun, with the link that is under load. */
  onStarted?(url: string): Promise<void>
}

export interface FaultsReport {
  tried: Record<string, number>
  /** For each kind that this machine can't inject, a sentence that says why. */
  missing: Record<string, string>
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
  /**
   * `unmarked` counts the clicks of requests that the run has not sent. Of the other counts, only `rows` and
   * `inRollups` include these clicks. `unmarkedClicks` describes some of them.
   */
  unmarked: number
  unmarkedClicks: string[]
  /** Sentences that say what was wrong during or after a fault. */
  violations: string[]
  /** How often a process ended, rejected requests, or continued when its resources were exhausted. */
  effects: Record<string, number>
  /** The number of rows in ClickHouse, and the number of clicks in its rollups. */
  rows: number
  inRollups: number
  worst: RecoveryTimes
}

/** Injects faults into the whole program under load. Then looks up every acknowledged click. */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  await using harness = await openHarness(options.perSecond, options.longStopMs)
  const random = createSeededRandom(options.seed)
  const missing: Record<string, string> = {}
  for (const kind of options.kinds) {
    const reason = kind.missing(harness)
    if (reason !== undefined) missing[kind.name] = reason
  }
  const deck = createDeck(
    options.kinds.filter((kind) => kind.missing(harness) === undefined),
    options.faults,
    random,
  )
  const tried: Record<string, number> = {}
  const worst: RecoveryTimes = { redirectsMs: 0, everythingMs: 0 }
  await harness.untilRecovered()
  await harness.untilEdgesAreLoaded()
  await options.onStarted?.(harness.loaded.url)

  // If the program does not recover, the run ends early, so that the clicks are counted in any case.
  let isRecovered = true
  while (deck.length > 0 && isRecovered && !options.signal?.aborted) {
    isRecovered = await injectBurst().catch((error: Error) => {
      harness.violations.push(error.message)
      return false
    })
  }
  if (typeof harness.clock !== 'string') harness.clock.step(0)
  return {
    tried,
    missing,
    worst,
    ...(await countClicks(harness, options.onProgress)),
    violations: harness.violations,
    effects: countEach(harness.effects),
  }

  /** Injects the next faults and waits until the program has recovered. Returns true. */
  async function injectBurst(): Promise<boolean> {
    const burst = takeBurst(deck, random.between(1, options.maxBurst + 1))
    for (const kind of burst) {
      const outageMs = await measureOutage(harness.load, () => kind.inject(harness, random))
      if (kind.isInvisible && kind === burst[0] && outageMs > options.maxOutageMs)
        harness.violations.push(`${kind.name}: no visitor was redirected for ${formatSeconds(outageMs)}`)
      tried[kind.name] = (tried[kind.name] ?? 0) + 1
      if (kind !== burst.at(-1)) await sleep(random.between(0, 400))
    }
    const { redirectsMs, everythingMs } = await harness.untilRecovered()
    // A fault of an edge without visitors would show nothing, and the edge would never fail to sync.
    await harness.untilEdgesAreLoaded()
    worst.redirectsMs = Math.max(worst.redirectsMs, redirectsMs)
    worst.everythingMs = Math.max(worst.everythingMs, everythingMs)
    const names = burst.map((kind) => kind.name).join(', ')
    options.onProgress(
      `${options.faults - deck.length}  ${names}: redirects after ${formatSeconds(redirectsMs)}, everything after ${formatSeconds(everythingMs)}`,
    )
    await sleep(random.between(0, 500))
    return true
  }
}

/**
 * Returns `count` fault kinds in random order. If `count` is large enough, each kind occurs at least once. The share of
 * a kind says how often the kind occurs.
 */
function createDeck(kinds: readonly FaultKind[], count: number, random: SeededRandom): FaultKind[] {
  const shares = kinds.reduce((sum, kind) => sum + kind.share, 0)
  const others = kinds.flatMap((kind) => Array<FaultKind>(Math.max(0, Math.round((kind.share / shares) * count) - 1)).fill(kind))
  const deck = [...random.shuffled(kinds), ...random.shuffled(others)].slice(0, count)
  if (kinds.length === 0) return []
  while (deck.length < count) deck.push(...random.shuffled(kinds).slice(0, count - deck.length))
  return random.shuffled(deck)
}

function takeBurst(deck: FaultKind[], length: number): FaultKind[] {
  const burst = deck.splice(0, 1)
  while (burst.length < length && burst.at(-1)?.isSudden && deck[0]?.isSudden) burst.push(...deck.splice(0, 1))
  return burst
}

async function countClicks(
  harness: Harness,
  onProgress: (line: string) => void,
): Promise<Omit<FaultsReport, 'tried' | 'missing' | 'worst' | 'violations' | 'effects'>> {
  const { marks, ...progress } = await harness.load.stop()
  const reportedLostToFullDisk = harness.fullDisks.reduce((sum, { lost }) => sum + lost, 0)
  await waitUntilShipped(harness, progress.acknowledged - reportedLostToFullDisk)
  onProgress('Every journal is shipped')
  const { dataFolder } = harness.instance
  const { projectId } = harness.loaded
  const times = await readStoredMarks(dataFolder, projectId, progress.next)
  const stored = await countStoredClicks(dataFolder, projectId)
  const unmarked = await findUnmarkedClicks(dataFolder, projectId, progress.next)
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
    unmarked: unmarked.count,
    unmarkedClicks: unmarked.descriptions,
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
    const { clicks } = await countStoredClicks(harness.instance.dataFolder, harness.loaded.projectId)
    still = clicks === before ? still + 1 : 0
    before = clicks
    if (still >= (clicks < expected ? 20 : 4)) return
  }
}

function countEach(sentences: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Map.groupBy(sentences, (sentence) => sentence)
      .entries()
      .map(([sentence, same]) => [sentence, same.length]),
  )
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
