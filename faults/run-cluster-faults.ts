import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { reconcileClickRollups } from '../apps/server/src/analytics/deletions/reconcile-click-rollups.ts'
import { runClickDeletions } from '../apps/server/src/analytics/deletions/run-click-deletions.ts'
import { updateDailyRollups } from '../apps/server/src/analytics/rollups/update-daily-rollups.ts'
import type { ClickDeps } from '../apps/server/src/platform/deps.ts'
import { openPostgres } from '../apps/server/src/platform/postgres/postgres.ts'
import { silentLog } from '../apps/server/src/platform/process/log.ts'
import { readStoreAddresses } from '../harness/run-part.ts'
import { compareMarks, compareReplicas, compareRollups, type Difference, select } from './cluster-checks.ts'
import { createClusterDeletions } from './cluster-deletions.ts'
import { injectFaults } from './cluster-faults.ts'
import { type ClusterHarness, openClusterHarness } from './cluster-harness.ts'
import { createPastClicks } from './past-clicks.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface ClusterFaultsOptions {
  minutes: number
  /** Redirects per second. */
  perSecond: number
  random: SeededRandom
  onProgress(line: string): void
}

export interface ClusterFaultsReport {
  counts: Record<string, number | string>
  differences: Difference[]
}

const [deletionMs, rollupMs, pastClicksMs] = [40_000, 45_000, 5_000]
/** Limits how long the run waits after the load until deletions are done, and then until the journals are shipped. */
const idleMs = 420_000
/** Limits how long the run waits until replicas have copied the rows that the last jobs wrote. */
const copiedMs = 60_000
const replicas = 2

/** Kills servers of a cluster under load. Then compares what ClickHouse stores with the responses. */
export async function runClusterFaults({ minutes, perSecond, random, onProgress }: ClusterFaultsOptions): Promise<ClusterFaultsReport> {
  await using harness = await openClusterHarness(perSecond)
  const { cluster, load, links, clickhouse } = harness
  const startedAt = performance.now()
  const computeShare = () => (performance.now() - startedAt) / (minutes * 60_000)
  const log = (line: string) => onProgress(`${new Date().toISOString().slice(11, 19)}  ${line}`)
  const counts: ClusterFaultsReport['counts'] = {}
  const increase = (name: string) => {
    counts[name] = Number(counts[name] ?? 0) + 1
  }
  const past = createPastClicks(harness)
  const deletions = createClusterDeletions(harness, { log, increase })
  /** The mark of the load's next request at each second of the run. */
  const timeline: { at: string; next: number }[] = []

  const [differences] = await Promise.all([
    injectFaults(harness, { random, share: computeShare, log, increase }),
    // Deletions stop early, so that the last deletion is done before the load ends.
    repeat(deletionMs, () => computeShare() < 0.95, deletions.deleteSome),
    repeat(rollupMs, () => computeShare() < 1, requestRollups),
    repeat(pastClicksMs, () => computeShare() < 1, past.insert),
    repeat(
      1_000,
      () => computeShare() < 1,
      async () => {
        timeline.push({ at: new Date().toISOString().slice(11, 19), next: (await load.progress()).next })
      },
    ),
  ])
  const { marks, ...progress } = await load.stop()
  const endedAt = performance.now()
  log('The load has ended')
  const { acknowledged, broken, others } = progress
  Object.assign(counts, { answered: acknowledged, broken, 'other responses': JSON.stringify(others), 'past clicks': past.count() })
  differences.push(...(await waitUntilIdle(harness)))
  log('Deletions are done')

  const compare = async () => {
    const expected = (mark: number) => (deletions.isDeleted(mark) ? 0 : marks[mark] === 1 ? 1 : 'any')
    const ofMarks = await compareMarks(clickhouse, progress.next, expected, describe)
    Object.assign(counts, ofMarks.counts)
    const ofPast = await past.compare(deletions.links())
    return [...ofMarks.differences, ...ofPast, ...(await compareReplicas(cluster.urls, replicas)), ...(await compareRollups(clickhouse))]
  }
  // Ignores differences in daily rollups here, because queries read a day's clicks directly until a job has rolled up
  // the day.
  const compareEarly = async () => (await compare()).filter((difference) => !/^\d+ (days|links of days) /.test(difference))
  let early = await compareEarly()
  for (const deadline = performance.now() + idleMs; counts.lost !== 0 && performance.now() < deadline; early = await compareEarly())
    await sleep(5_000)
  counts['seconds from the end of the load until every click was compared'] = Math.round((performance.now() - endedAt) / 1_000)
  log(`Before the jobs of an hour later: ${early.length === 0 ? 'nothing differs' : early.join('\n  ')}`)
  await runLaterJobs(harness)
  let late = await compare()
  for (const deadline = performance.now() + copiedMs; late.length > 0 && performance.now() < deadline; late = await compare())
    await sleep(5_000)
  differences.push(...late)
  counts.messages = JSON.stringify(countMessages(harness.instance.output()))
  return { counts, differences }

  /** Repeats `work` every `ms` milliseconds. If it fails, logs the error and continues. */
  async function repeat(ms: number, isOn: () => boolean, work: () => Promise<void>): Promise<void> {
    for (; isOn(); await sleep(ms))
      await work().catch((error: unknown) => log(`Failed: ${error instanceof Error ? error.message.slice(0, 200) : error}`))
  }

  async function requestRollups(): Promise<void> {
    const job = "select graphile_worker.add_job('roll-up-recent-days', '{}', 'daily-rollups', job_key := 'roll-up-of-faults')"
    await queryPostgres(harness, job)
    increase('runs of daily rollups')
  }

  function describe(mark: number): string {
    const { params, linkId } = links[mark % links.length] ?? {}
    const at = timeline.find(({ next }) => next > mark)?.at ?? 'the end'
    return `m${mark} before ${at} of link ${linkId} of project ${params?.projectId}`
  }
}

async function waitUntilIdle(harness: ClusterHarness): Promise<Difference[]> {
  const startedAt = performance.now()
  for (let still = 0, last = -1; still < 20; await sleep(1_000)) {
    const open = await queryPostgres(harness, "select * from click_deletions where state <> 'done'")
    const [{ stored } = { stored: -1 }] = await select<{ stored: number }>(
      harness.clickhouse,
      'SELECT toUInt32(count()) AS stored FROM clicks',
    )
    still = open.length === 0 && stored === last ? still + 1 : 0
    last = stored
    if (performance.now() - startedAt < idleMs) continue
    const jobs = await queryPostgres(
      harness,
      'select task_identifier, attempts, last_error from graphile_worker.jobs where last_error is not null',
    )
    return [`Deletions are not done: ${JSON.stringify(open)}; failed jobs: ${JSON.stringify(jobs).slice(0, 1_500)}`]
  }
  return []
}

/** Runs the jobs that correct rollups an hour after a deletion, and then rolls up all finished days. */
async function runLaterJobs({ instance, clickhouse, links }: ClusterHarness): Promise<void> {
  const db = openPostgres((await readStoreAddresses(instance)).databaseAccounts.jobs, { size: 1 })
  const at = (hours: number): ClickDeps => {
    const clock = { now: () => new Date(Date.now() + hours * 3_600_000) }
    return { clickhouse, clickhouseWriter: clickhouse, clock, db, log: silentLog } as unknown as ClickDeps
  }
  try {
    for (const { orgId, projectId } of new Map(links.map(({ params }) => [params.projectId, params])).values()) {
      await runClickDeletions(at(2), { organizationId: orgId, projectId })
      await reconcileClickRollups(at(2), { organizationId: orgId, projectId }, 13)
    }
    // The second run rolls up days whose rollups the first run corrected.
    for (let run = 0; run < 2; run += 1) await updateDailyRollups(at(0), 7)
  } finally {
    await db.destroy()
  }
}

async function queryPostgres({ instance }: ClusterHarness, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: (await readStoreAddresses(instance)).databaseUrl })
  await client.connect()
  try {
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Returns how often each message was logged. */
function countMessages(output: string): Record<string, number> {
  const messages = [...output.matchAll(/"msg":"((?:[^"\\]|\\.)*)"/g)].map(([, message = '']) => message.slice(0, 90))
  return Object.fromEntries([...Map.groupBy(messages, (message) => message)].map(([message, { length }]) => [message, length]))
}
