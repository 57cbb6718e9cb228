import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultKind, faultKinds } from './fault-kinds.ts'
import { type Accepted, openRig, type Rig } from './harness.ts'
import { makeSeededRandom, type SeededRandom } from './seeded-random.ts'
import { countStored, storedMarks } from './stored-marks.ts'

export interface FaultsOrder {
  faults: number
  seed: number
  /** Redirects a second. */
  perSecond: number
  /** How long the engine is stopped for once; other stops are short. */
  longStopMs: number
  /** How many faults may come before the program has recovered. */
  burstMax: number
  /** Ends the run before its time, with a report on what has been tried. */
  signal?: AbortSignal
  /** Hears a line now and then. */
  say(line: string): void
}

export interface FaultsReport {
  tried: Record<string, number>
  /** Kinds that could not be tried here, a sentence each. */
  missing: string[]
  /** Visitors who saw a 302. */
  acknowledged: number
  /** Visitors who got no answer, or another. */
  broken: number
  others: Record<number, number>
  /** Redirects a second while it answered. */
  perSecond: number
  /** Acknowledged clicks that are in the store; that are not, and nobody told of; that are not, as the edge said itself while its disk was full. */
  found: number
  lost: number
  lostToFullDisk: number
  /** What the edge counted while its disk was full. */
  toldOfFullDisk: number
  /** Clicks that are in the store more than once. */
  doubled: number
  /** Rows in the store, and what the sums beside them say. */
  rows: number
  inSums: number
  worst: Accepted
}

/** Does faults to the whole program under load, and then looks for every click that was acknowledged. */
export async function runFaults(order: FaultsOrder): Promise<FaultsReport> {
  await using rig = await openRig(order.perSecond, order.longStopMs)
  const random = makeSeededRandom(order.seed)
  const missing = faultKinds.flatMap((kind) => kind.missing(rig) ?? [])
  const deck = makeDeck(
    faultKinds.filter((kind) => kind.missing(rig) === undefined),
    order.faults,
    random,
  )
  const tried: Record<string, number> = {}
  const worst: Accepted = { redirectsMs: 0, everythingMs: 0 }
  await rig.untilAccepted()

  while (deck.length > 0 && !order.signal?.aborted) {
    const burst = takeBurst(deck, random.between(1, order.burstMax + 1))
    for (const kind of burst) {
      await kind.strike(rig, random)
      tried[kind.name] = (tried[kind.name] ?? 0) + 1
      if (kind !== burst.at(-1)) await sleep(random.between(0, 400))
    }
    const { redirectsMs, everythingMs } = await rig.untilAccepted()
    worst.redirectsMs = Math.max(worst.redirectsMs, redirectsMs)
    worst.everythingMs = Math.max(worst.everythingMs, everythingMs)
    const names = burst.map((kind) => kind.name).join(', ')
    order.say(`${order.faults - deck.length}  ${names}: redirects after ${seconds(redirectsMs)}, everything after ${seconds(everythingMs)}`)
    await sleep(random.between(0, 500))
  }
  if (typeof rig.clock !== 'string') rig.clock.step(0)
  return { tried, missing, worst, ...(await reckon(rig, order.say)) }
}

/** As many of each kind as its share asks for, at least one, in random order. */
function makeDeck(kinds: readonly FaultKind[], count: number, random: SeededRandom): FaultKind[] {
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

async function reckon(rig: Rig, say: (line: string) => void): Promise<Omit<FaultsReport, 'tried' | 'missing' | 'worst'>> {
  const { marks, ...told } = await rig.press.stop()
  const toldOfFullDisk = rig.fullDisks.reduce((sum, { lost }) => sum + lost, 0)
  await untilShipped(rig, told.acknowledged - toldOfFullDisk)
  say('Every journal is shipped')
  const times = await storedMarks(rig.instance.dataFolder, rig.projectId, told.next)
  const stored = await countStored(rig.instance.dataFolder, rig.projectId)
  const isFullAt = (mark: number) => rig.fullDisks.some(({ fromMark, toMark }) => mark >= fromMark && mark < toMark)
  const sums = { found: 0, lost: 0, lostToFullDisk: 0, doubled: 0 }
  for (let mark = 0; mark < told.next; mark += 1) {
    if ((times[mark] ?? 0) > 1) sums.doubled += 1
    if (marks[mark] !== 1) continue
    if ((times[mark] ?? 0) > 0) sums.found += 1
    else if (isFullAt(mark)) sums.lostToFullDisk += 1
    else sums.lost += 1
  }
  return {
    ...sums,
    acknowledged: told.acknowledged,
    broken: told.broken,
    others: told.others,
    perSecond: (told.acknowledged / told.answeredMs) * 1_000,
    toldOfFullDisk,
    rows: stored.clicks,
    inSums: stored.inSums,
  }
}

/** Until no more clicks come while everything works; for ten seconds where some are missing. */
async function untilShipped(rig: Rig, expected: number): Promise<void> {
  await rig.untilAccepted()
  for (let before = -1, still = 0; ; await sleep(500)) {
    const { clicks } = await countStored(rig.instance.dataFolder, rig.projectId)
    still = clicks === before ? still + 1 : 0
    before = clicks
    if (still >= (clicks < expected ? 20 : 4)) return
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
