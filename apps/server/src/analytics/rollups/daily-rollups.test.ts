import { botFilters, breakdownKinds } from '@linkshelf/contract'
import { expect, inject, it } from 'vitest'
import { aQuery } from '../../../test/builders/analytics-query-builder.ts'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { toStoredTable } from '../../../test/databases/clickhouse-databases.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import type { ProjectContext } from '../../access/index.ts'
import { toOnClusterClause } from '../../platform/clickhouse/clickhouse-cluster.ts'
import { rebuildClickRollups } from '../deletions/reconcile-click-rollups.ts'
import { getBreakdown } from '../get-breakdown.ts'
import { getDashboard, getOverview } from '../get-overview.ts'
import { getLinksTraffic } from '../get-traffic.ts'
import { updateDailyRollups } from './update-daily-rollups.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const settings = ['package=Pro']

/** Returns every result that can be read from daily rollups, for each of the time zones. */
async function getRollupResults(deps: TestDeps, ctx: ProjectContext, linkIds: string[], zones = ['UTC']): Promise<unknown> {
  const ranges = zones.flatMap((tz) => botFilters.map((bots) => aQuery({ tz, bots, from: '2026-03-14', to: '2026-03-19' })))
  const results: unknown[] = []
  for (const range of ranges) {
    results.push({
      range,
      overview: await getOverview(deps, ctx, range),
      dashboard: await getDashboard(deps, ctx, range),
      allTime: await getDashboard(deps, ctx, aQuery({ bots: range.bots, range: 'all' })),
      links: await getLinksTraffic(deps, ctx, { ...range, url_ids: linkIds }),
      breakdowns: await Promise.all(breakdownKinds.map((by) => getBreakdown(deps, ctx, { ...range, limit: 100, by }))),
    })
  }
  return results
}

async function aClickedProject(deps: TestDeps): Promise<{ ctx: ProjectContext; linkIds: string[] }> {
  const ctx = await aProject(deps, { settings })
  const linkIds = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  await recordClicks(
    deps,
    ctx,
    Array.from({ length: 400 }, (_, nth) => ({
      at: Date.parse('2026-03-13T20:00:00Z') + nth * 1_061_000,
      linkId: linkIds[nth % 3 === 0 ? 0 : 1],
      visitor: 1 + (nth % 11),
      isBot: nth % 5 === 0,
      country: ['DE', 'FR', ''][nth % 3],
    })),
  )
  return { ctx, linkIds }
}

it('returns the same results from daily rollups as from clicks, for humans and bots, in any time zone', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const zones = ['UTC', 'Asia/Kolkata', 'America/New_York']
  const { ctx, linkIds } = await aClickedProject(deps)
  const before = await getRollupResults(deps, ctx, linkIds, zones)

  expect(await updateDailyRollups(deps, 365)).toBe(6)
  await moveClicksAside(deps, '2026-03-16')

  const fromRollups = await getBreakdown(deps, ctx, { ...aQuery({ from: '2026-03-13', to: '2026-03-17' }), by: 'country', limit: 10 })
  expect(fromRollups.reduce((sum, row) => sum + row.clicks, 0)).toBeGreaterThan(0)
  await restoreClicks(deps)
  expect(await getRollupResults(deps, ctx, linkIds, zones)).toEqual(before)
  expect(await updateDailyRollups(deps, 365)).toBe(0)

  async function moveClicksAside({ clickhouse }: TestDeps, until: string): Promise<void> {
    await clickhouse.command({ query: 'CREATE TABLE moved AS clicks ENGINE = MergeTree ORDER BY id' })
    await clickhouse.command({ query: `INSERT INTO moved SELECT * FROM clicks WHERE at < '${until}'` })
    await clickhouse.command({ query: `DELETE FROM ${toStoredTable('clicks')} WHERE at < '${until}'` })
  }

  /** Inserts the moved clicks again. Drops the views first, so that the rollups stay unchanged. */
  async function restoreClicks({ clickhouse }: TestDeps): Promise<void> {
    const views = ['link_clicks_view', 'project_clicks_view', 'link_scans_view']
    for (const view of views) await clickhouse.command({ query: `DROP VIEW ${view}${toOnClusterClause(inject('clickhouseCluster'))}` })
    await clickhouse.command({ query: 'INSERT INTO clicks SELECT * FROM moved' })
  }
})

it('rolls a day up again when clicks arrive late, and reads its clicks until then', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { ctx } = await aClickedProject(deps)
  await updateDailyRollups(deps, 365)
  const late = [{ at: '2026-03-15T10:00:00Z', visitor: 99, country: 'JP' }]
  const countries = () => getBreakdown(deps, ctx, { ...aQuery({ from: '2026-03-15', to: '2026-03-15' }), by: 'country', limit: 10 })
  for (const token of ['one', 'one']) await recordClicks(deps, ctx, late, token)

  const read = await countries()
  expect(read.find((row) => row.name === 'JP')).toEqual({ name: 'JP', clicks: 1, visits: 1 })
  expect(await updateDailyRollups(deps, 365)).toBe(1)
  expect(await countries()).toEqual(read)
})

it('ignores a revision without a complete marker', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { ctx, linkIds } = await aClickedProject(deps)
  const before = await getRollupResults(deps, ctx, linkIds)
  await deps.clickhouse.insert({
    table: 'daily_rollups',
    format: 'JSONEachRow',
    values: ['total', 'country'].map((kind) => ({
      project_id: ctx.project.id,
      kind,
      day: '2026-03-15',
      counting: 1,
      name: kind === 'total' ? '' : 'US',
      clicks: 1_000,
    })),
  })
  expect(await getRollupResults(deps, ctx, linkIds)).toEqual(before)
})

it('rebuilds wrong rollups from the clicks while other clicks arrive', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { ctx, linkIds } = await aClickedProject(deps)
  await updateDailyRollups(deps, 365)
  const before = await getRollupResults(deps, ctx, linkIds)
  const { clickhouse } = deps
  await clickhouse.command({ query: `DELETE FROM ${toStoredTable('project_clicks')} WHERE quarter < '2026-03-15'` })
  await clickhouse.command({ query: 'INSERT INTO project_clicks SELECT * FROM project_clicks WHERE quarter > 1' })
  await clickhouse.command({ query: `DELETE FROM ${toStoredTable('link_clicks')} WHERE link_id = '${linkIds[0]}'` })
  await clickhouse.command({
    query: 'INSERT INTO link_clicks SELECT project_id, link_id, quarter + 900, clicks, bots, scans + 3 FROM link_clicks',
  })
  await clickhouse.command({ query: `DELETE FROM ${toStoredTable('daily_rollups')} WHERE kind = 'country'` })
  expect(await getRollupResults(deps, ctx, linkIds)).not.toEqual(before)

  const elsewhere = await aProject(deps)
  let isRebuilt = false
  const arriving = (async () => {
    let count = 0
    for (; !isRebuilt; count += 1) await recordClicks(deps, elsewhere, [{ at: '2026-03-20T11:59:00Z' }])
    return count
  })()
  const rebuilt = await rebuildClickRollups(deps, 13)
  isRebuilt = true
  const arrived = await arriving

  expect(rebuilt.correctedRows).toBeGreaterThan(0)
  expect(await getRollupResults(deps, ctx, linkIds)).toEqual(before)
  expect((await getDashboard(deps, elsewhere, aQuery({ range: 'all' }))).totalClicks).toBe(arrived)
  expect((await rebuildClickRollups(deps, 13)).correctedRows).toBe(0)
})
