import { expect, it } from 'vitest'
import { aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { canOpenTwoShards, openTwoShards, type TwoShards } from '../../test/databases/open-two-shards.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { runDeletions } from '../../test/run-click-deletions.ts'
import type { ProjectContext } from '../access/index.ts'
import { type ClickHouse, openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { deleteLinkClicks } from './delete-clicks.ts'
import { rebuildClickRollups } from './deletions/reconcile-click-rollups.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getRecentClicks } from './get-clicks.ts'
import { getDashboard, getOverview } from './get-overview.ts'
import { getAddressClicks, listVisitors } from './link-analytics.ts'
import { runQuery } from './queries/run-query.ts'
import { updateDailyRollups } from './rollups/update-daily-rollups.ts'

const aliasId = '01980000-0000-7000-8000-0000000000aa'
const clock = { now: () => new Date('2026-03-20T12:00:00Z') }

// This is one test, because two servers and their tables take a few seconds.
it.skipIf(!canOpenTwoShards)('answers, rolls up and deletes on two shards, with the clicks of each project on one of them', async () => {
  await using shards = await openTwoShards()
  await using deps = await openTestDeps({ clickhouse: shards.client, clickhouseWriter: shards.client, clock })
  const projects = [await aProjectOnShard(deps, shards, 0), await aProjectOnShard(deps, shards, 1)] as const
  for (const { ctx, linkId } of projects) {
    const latest = Array.from({ length: 6 }, (_, nth) => ({
      at: `2026-03-20T10:0${nth}:00Z`,
      linkId,
      visitor: nth % 3,
      ...(nth === 0 && { host: 'go.lamps.example', aliasId }),
    }))
    // The batch is inserted again through the other node, as a shipper does if the response was lost.
    for (const clickhouse of [shards.client, shards.nodes[1]]) await recordClicks({ ...deps, clickhouse }, ctx, latest, 'latest')
    await recordManyNames(deps, ctx, linkId)
  }
  const countOnShards = () => Promise.all(shards.nodes.map((node) => countRows(node, 'clicks_stored')))
  expect(await countOnShards()).toEqual([10_106, 10_106])

  const before = await Promise.all(projects.map(({ ctx, linkId }) => getShardResults(deps, ctx, linkId)))
  expect(before[0]?.latest.map(({ at }) => at)).toEqual(['2026-03-20T10:05:00.000Z', '2026-03-20T10:04:00.000Z'])
  expect(before[0]?.visitors.map(({ views }) => views)).toEqual([2, 2, 2])
  for (const { domains, addresses } of before) {
    expect(domains).toEqual([
      { name: '', title: 'go.test', clicks: 10_105, visits: 13 },
      { name: 'go.lamps.example', title: 'go.lamps.example', clicks: 1, visits: 1 },
    ])
    expect(addresses).toMatchObject({ aliases: [{ alias_id: aliasId, clicks: 1 }] })
  }
  expect(before[0]?.campaigns[0]).toEqual({ name: '', is_other: true, clicks: 100, visits: 10 })

  expect(await updateDailyRollups(deps, 365)).toBe(1)
  expect(await countRows(shards.client, 'daily_rollups', "kind = 'complete'")).toBe(2)
  expect(await updateDailyRollups(deps, 365)).toBe(0)
  expect(await rebuildClickRollups(deps, 13)).toEqual({ correctedRows: 0, days: 1 })
  expect(await countRows(shards.client, 'daily_rollups', "kind = 'complete'")).toBe(2)
  expect(await Promise.all(projects.map(({ ctx, linkId }) => getShardResults(deps, ctx, linkId)))).toEqual(before)

  const countRemaining = async () => Promise.all(projects.map(async ({ ctx }) => (await getDashboard(deps, ctx, aQuery())).totalClicks))
  for (const { ctx, linkId } of projects.slice(0, 1)) await deleteLinkClicks(ctx, linkId)
  expect(await countRemaining()).toEqual([0, 10_106])
  for (const { ctx } of projects) await runDeletions(deps, ctx)
  expect(await countOnShards()).toEqual([0, 10_106])
  expect(await countRemaining()).toEqual([0, 10_106])

  await cancelEndlessQuery(shards.nodes[0], projects[0].ctx)

  await using opened = new AsyncDisposableStack()
  const client = opened.adopt(openClickHouse(shards.urls.join(',')), (one) => one.close())
  expect(await countRows(client, 'clicks_stored')).toBe(0)
  shards.killFirst()
  expect(await countRows(client, 'clicks_stored')).toBe(10_106)
  await expectOnlyLostShardFails({ ...deps, clickhouse: client }, projects, before[1])
})

/**
 * Expects complete analytics on the shard that is up, also while a deletion is pending, and ANALYTICS_UNAVAILABLE for
 * the project on the lost shard.
 */
async function expectOnlyLostShardFails(
  deps: TestDeps,
  [lost, { ctx, linkId }]: readonly [OwnedProject, OwnedProject],
  before: unknown,
): Promise<void> {
  expect(await getShardResults(deps, ctx, linkId)).toEqual(before)
  await deleteLinkClicks(ctx, linkId)
  expect(await getShardResults(deps, ctx, linkId)).toMatchObject({
    latest: [],
    visitors: [],
    overview: { clicksAllTime: 0 },
    campaigns: [],
  })
  await expect(getOverview(deps, lost.ctx, aQuery())).rejects.toMatchObject({ code: 'ANALYTICS_UNAVAILABLE' })
}

/**
 * Returns once the server has ended a query whose request was aborted. The query has no time limit, so nothing else
 * ends it.
 */
async function cancelEndlessQuery(node: ClickHouse, ctx: ProjectContext): Promise<void> {
  const isRunning = () => countRows(node, 'system.processes', "query LIKE '%numbers(1000000000)%' AND query NOT LIKE '%system.processes%'")
  const aborted = new AbortController()
  const endless = 'SELECT sum(sleepEachRow(0.01)) FROM numbers(1000000000) SETTINGS max_block_size = 1, max_execution_time = 0'
  const query = runQuery(node, { ...ctx, signal: aborted.signal, deletions: [] }, endless, {})
  while ((await isRunning()) === 0);
  aborted.abort(new Error('The client has left'))
  await expect(query).rejects.toThrow('The client has left')
  while ((await isRunning()) > 0);
}

type OwnedProject = Awaited<ReturnType<typeof aProjectOnShard>>

async function aProjectOnShard(deps: TestDeps, { client }: TwoShards, shard: number) {
  for (;;) {
    const ctx = await aProject(deps, { settings: ['package=Pro'] })
    const answer = await client.query({
      query: 'SELECT toUInt8(sipHash64({project:UUID}) % 2) AS shard',
      query_params: { project: ctx.project.id },
      format: 'JSONEachRow',
    })
    if ((await answer.json<{ shard: number }>())[0]?.shard === shard) return { ctx, linkId: (await aLink(deps, ctx)).url_id }
  }
}

/** Records clicks with more campaigns on one day than a breakdown lists by name. */
async function recordManyNames({ clickhouse }: TestDeps, ctx: ProjectContext, linkId: string): Promise<void> {
  await clickhouse.command({
    query: `INSERT INTO clicks (id, at, organization_id, project_id, link_id, visitor, utm_campaign)
      SELECT generateUUIDv4(), toDateTime64('2026-03-10 10:00:00', 3, 'UTC'), {organization:UUID}, {project:UUID}, {link:UUID},
             number % 10, leftPad(toString(number), 6, '0')
      FROM numbers(10100)`,
    query_params: { organization: ctx.organization.id, project: ctx.project.id, link: linkId },
    clickhouse_settings: { insert_distributed_sync: 1 },
  })
}

async function getShardResults(deps: TestDeps, ctx: ProjectContext, linkId: OwnedProject['linkId']) {
  const day = { from: '2026-03-10', to: '2026-03-10' }
  return {
    latest: await getRecentClicks(deps, ctx, 2),
    visitors: (await listVisitors(deps, ctx, { ...aQuery({ from: '2026-03-20', to: '2026-03-20' }), linkId, limit: 10 })).visitors,
    overview: await getOverview(deps, ctx, aQuery()),
    domains: await getBreakdown(deps, ctx, { ...aQuery(), by: 'domain', limit: 10 }),
    addresses: await getAddressClicks(deps, ctx, { ...aQuery(), linkId }),
    campaigns: await getBreakdown(deps, ctx, { ...aQuery(day), by: 'utm_campaign', limit: 60_000 }),
  }
}

async function countRows(clickhouse: TestDeps['clickhouse'], table: string, condition = 'true'): Promise<number> {
  const answer = await clickhouse.query({
    query: `SELECT toUInt32(count()) AS count FROM ${table} WHERE ${condition}`,
    format: 'JSONEachRow',
  })
  return (await answer.json<{ count: number }>())[0]?.count ?? Number.NaN
}
