import { botFilters, breakdownKinds } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { asked } from '../../test/asked.ts'
import { aLink, aProject } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import type { Project } from '../access/index.ts'
import { countDays } from './count-days.ts'
import { findBreakdown } from './find-breakdown.ts'
import { findDashboard } from './find-dashboard.ts'
import { findLinksTraffic } from './find-links-traffic.ts'
import { findOverview } from './find-overview.ts'
import { rebuildSums } from './rebuild-sums.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const settings = ['package=Pro']

/** Everything that may be answered from counted days, in zones whose days begin before, at and after those of UTC. */
async function everyAnswer(deps: TestDeps, project: Project, linkIds: string[], zones = ['UTC']): Promise<unknown> {
  const ranges = zones.flatMap((tz) => botFilters.map((bots) => asked({ tz, bots, from: '2026-03-14', to: '2026-03-19' })))
  const answers: unknown[] = []
  for (const range of ranges) {
    const words = { ...range, limit: 100 }
    answers.push({
      range,
      overview: await findOverview(deps, project, range),
      numbers: await findDashboard(deps, project, range),
      ever: await findDashboard(deps, project, asked({ bots: range.bots })),
      links: await findLinksTraffic(deps, project, { ...range, url_ids: linkIds }),
      breakdowns: await Promise.all(breakdownKinds.map((by) => findBreakdown(deps, project, { ...words, by }))),
    })
  }
  return answers
}

async function aClickedProject(deps: TestDeps): Promise<{ project: Project; linkIds: string[] }> {
  const project = await aProject(deps, { settings })
  const linkIds = [(await aLink(deps, project)).url_id, (await aLink(deps, project)).url_id]
  await recordClicks(
    deps,
    project,
    Array.from({ length: 400 }, (_, nth) => ({
      at: Date.parse('2026-03-13T20:00:00Z') + nth * 1_061_000,
      linkId: linkIds[nth % 3 === 0 ? 0 : 1],
      visitor: 1 + (nth % 11),
      isBot: nth % 5 === 0,
      country: ['DE', 'FR', ''][nth % 3],
    })),
  )
  return { project, linkIds }
}

it('answers the same whether days were counted or not, for people and bots, in any time zone', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const zones = ['UTC', 'Asia/Kolkata', 'America/New_York']
  const { project, linkIds } = await aClickedProject(deps)
  const before = await everyAnswer(deps, project, linkIds, zones)

  expect(await countDays(deps, 365)).toBe(6)
  await forgetSingleClicks(deps, '2026-03-16')

  const counted = await findBreakdown(deps, project, { ...asked({ from: '2026-03-13', to: '2026-03-17' }), by: 'country', limit: 10 })
  expect(counted.reduce((sum, row) => sum + row.clicks, 0)).toBeGreaterThan(0)
  await rewriteSingleClicks(deps)
  expect(await everyAnswer(deps, project, linkIds, zones)).toEqual(before)
  expect(await countDays(deps, 365)).toBe(0)

  async function forgetSingleClicks({ clickhouse }: TestDeps, until: string): Promise<void> {
    await clickhouse.command({ query: 'CREATE TABLE kept AS clicks ENGINE = MergeTree ORDER BY id' })
    await clickhouse.command({ query: `INSERT INTO kept SELECT * FROM clicks WHERE at < '${until}'` })
    await clickhouse.command({ query: `DELETE FROM clicks WHERE at < '${until}'` })
  }

  /** Without the views, as if the clicks had always been there. */
  async function rewriteSingleClicks({ clickhouse }: TestDeps): Promise<void> {
    const views = ['link_clicks_view', 'project_clicks_view', 'link_scans_view']
    for (const view of views) await clickhouse.command({ query: `DROP VIEW ${view}` })
    await clickhouse.command({ query: 'INSERT INTO clicks SELECT * FROM kept' })
  }
})

it('counts a day again when clicks of it come late, and reads them one by one until then', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { project } = await aClickedProject(deps)
  await countDays(deps, 365)
  const late = [{ at: '2026-03-15T10:00:00Z', visitor: 99, country: 'JP' }]
  const countries = () => findBreakdown(deps, project, { ...asked({ from: '2026-03-15', to: '2026-03-15' }), by: 'country', limit: 10 })
  for (const token of ['one', 'one']) await recordClicks(deps, project, late, token)

  const read = await countries()
  expect(read.find((row) => row.name === 'JP')).toEqual({ name: 'JP', clicks: 1, visits: 1 })
  expect(await countDays(deps, 365)).toBe(1)
  expect(await countries()).toEqual(read)
})

it('never reads a counting that was cut short', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { project, linkIds } = await aClickedProject(deps)
  const before = await everyAnswer(deps, project, linkIds)
  await deps.clickhouse.insert({
    table: 'counted_days',
    format: 'JSONEachRow',
    values: ['total', 'country'].map((kind) => ({
      project_id: project.id,
      kind,
      day: '2026-03-15',
      counting: 1,
      name: kind === 'total' ? '' : 'US',
      clicks: 1_000,
    })),
  })
  expect(await everyAnswer(deps, project, linkIds)).toEqual(before)
})

it('makes broken sums again from the single clicks while others arrive', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { project, linkIds } = await aClickedProject(deps)
  await countDays(deps, 365)
  const before = await everyAnswer(deps, project, linkIds)
  const { clickhouse } = deps
  await clickhouse.command({ query: "DELETE FROM project_clicks WHERE quarter < '2026-03-15'" })
  await clickhouse.command({ query: 'INSERT INTO project_clicks SELECT * FROM project_clicks WHERE quarter > 1' })
  await clickhouse.command({ query: `DELETE FROM link_clicks WHERE link_id = '${linkIds[0]}'` })
  await clickhouse.command({
    query: 'INSERT INTO link_clicks SELECT project_id, link_id, quarter + 900, clicks, bots, scans + 3 FROM link_clicks',
  })
  await clickhouse.command({ query: "DELETE FROM counted_days WHERE kind = 'country'" })
  expect(await everyAnswer(deps, project, linkIds)).not.toEqual(before)

  const elsewhere = await aProject(deps)
  let isRebuilt = false
  const arriving = (async () => {
    let count = 0
    for (; !isRebuilt; count += 1) await recordClicks(deps, elsewhere, [{ at: '2026-03-20T11:59:00Z' }])
    return count
  })()
  const rebuilt = await rebuildSums(deps, 13)
  isRebuilt = true
  const arrived = await arriving

  expect(rebuilt.mended).toBeGreaterThan(0)
  expect(await everyAnswer(deps, project, linkIds)).toEqual(before)
  expect((await findDashboard(deps, elsewhere, asked())).totalClicks).toBe(arrived)
  expect((await rebuildSums(deps, 13)).mended).toBe(0)
})
