import { expect, inject, it } from 'vitest'
import { aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { toStoredTable } from '../../test/databases/clickhouse-databases.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { type ClickValues, recordClicks } from '../../test/record-clicks.ts'
import { setClickRetention } from './click-retention.ts'
import { getDashboard, getOverview } from './get-overview.ts'
import { getLinkClicks } from './link-analytics.ts'

const createClock = (instant: string) => ({ now: () => new Date(instant) })

it('returns zeros for a project without clicks', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-09T12:00:00Z') })
  const ctx = await aProject(deps)
  const overview = await getOverview(deps, ctx, aQuery())
  expect(overview).toMatchObject({ totalClicks: 0, clicksLastMonth: 0, activeLinks: 0, topPerformingLinks: [] })
  expect(overview.clicksByDay).toHaveLength(30)
  expect(overview.clicksByDay[0]).toEqual({ date: '2026-02-08', clicks: 0 })
  expect(overview.clicksByDay.at(-1)).toEqual({ date: '2026-03-09', clicks: 0 })
  expect(await getDashboard(deps, ctx, aQuery())).toEqual({ totalClicks: 0, visitors: 0, countries: 0 })
})

it.each([
  ['UTC', '2026-03-20T12:00:00Z'],
  ['America/New_York', '2026-03-20T03:30:00Z'],
  ['America/New_York', '2025-11-10T12:00:00Z'],
  ['Asia/Kolkata', '2026-03-20T18:45:00Z'],
  ['Pacific/Chatham', '2026-04-15T10:50:00Z'],
  ['Pacific/Chatham', '2025-10-05T12:00:00Z'],
])('assigns every click to its calendar day in %s, as of %s', async (timeZone, now) => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock(now) })
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  const clicks = spreadBefore(now, 60).map((at) => ({ at, linkId: link.url_id }))
  await recordClicks(deps, ctx, clicks)
  await recordClicks(deps, ctx, clicks.slice(0, 7))

  const expected = countByDay([...clicks, ...clicks.slice(0, 7)], timeZone)
  const { clicksByDay, clicksLastMonth, clicksAllTime, totalClicks } = await getOverview(deps, ctx, aQuery({ tz: timeZone }))

  expect(clicksByDay).toHaveLength(30)
  expect(new Set(clicksByDay.map((day) => day.date)).size).toBe(30)
  expect(clicksByDay).toEqual(clicksByDay.map(({ date }) => ({ date, clicks: expected.get(date) ?? 0 })))
  expect(clicksByDay.at(-1)?.date).toBe(formatDay(new Date(now), timeZone))
  expect(clicksLastMonth).toBe(clicksByDay.reduce((sum, day) => sum + day.clicks, 0))
  expect(totalClicks).toBe(clicksLastMonth)
  expect(clicksAllTime).toBe(clicks.length + 7)
  expect(await getLinkClicks(deps, ctx, { ...aQuery({ tz: timeZone }), linkId: link.url_id })).toEqual(
    clicksByDay.map((day) => ({ ...day, scans: 0 })),
  )
})

it("limits charts to the organization's window and the month to 30 days", async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-20T12:00:00Z') })
  const ctx = await aProject(deps, { settings: ['dashboard_days=7'] })
  const [recent, old] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await recordClicks(deps, ctx, [
    { at: '2026-03-14T00:00:00Z', linkId: recent.url_id },
    { at: '2026-03-13T23:59:59.999Z', linkId: old.url_id },
  ])
  await recordClicks(deps, ctx, [{ at: '2026-02-19T00:00:00Z' }, { at: '2026-02-18T23:59:59.999Z' }])
  const overview = await getOverview(deps, ctx, aQuery())
  expect(overview).toMatchObject({ totalClicks: 1, clicksAllTime: 4, clicksLastMonth: 3 })
  expect(overview.clicksByDay.map((day) => day.clicks)).toEqual([1, 0, 0, 0, 0, 0, 0])
  expect(overview.topPerformingLinks).toEqual([{ url_id: recent.url_id, clicks: 1, link: recent }])
})

it('covers the longest window of an organization', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-20T12:00:00Z') })
  const ctx = await aProject(deps, { settings: ['dashboard_days=3650'] })
  await recordClicks(deps, ctx, [{ at: '2017-01-01T00:00:00Z' }, { at: '2026-03-20T00:00:00Z' }])
  const { clicksByDay } = await getOverview(deps, ctx, aQuery({ tz: 'Asia/Kolkata' }))
  expect(clicksByDay.filter((day) => day.clicks > 0)).toEqual([
    { date: '2017-01-01', clicks: 1 },
    { date: '2026-03-20', clicks: 1 },
  ])
})

it('lists the ten most clicked links that still exist, most clicked first', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-20T12:00:00Z') })
  const ctx = await aProject(deps, { settings: ['package=Starter'] })
  const existing = await Promise.all(Array.from({ length: 12 }, async () => (await aLink(deps, ctx)).url_id))
  const deleted = Array.from({ length: 11 }, () => deps.ids.next())
  const createClicks = (linkIds: string[], min: number) =>
    linkIds.flatMap((linkId, index) => Array.from({ length: index + min }, () => ({ at: '2026-03-20T10:00:00Z', linkId })))
  await recordClicks(deps, ctx, [...createClicks(existing, 1), ...createClicks(deleted, 20)])

  const { topPerformingLinks } = await getOverview(deps, ctx, aQuery())

  expect(topPerformingLinks.map((link) => link.clicks)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(topPerformingLinks[0]).toMatchObject({ url_id: existing[11], clicks: 12, link: { url_id: existing[11] } })
})

it('finds existing links after 41,000 deleted links with more clicks', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-20T12:00:00Z') })
  const ctx = await aProject(deps)
  const { url_id: linkId } = await aLink(deps, ctx)
  await deps.clickhouse.command({
    query: `INSERT INTO link_clicks (project_id, link_id, quarter, clicks)
      SELECT {project:UUID}, generateUUIDv4(), toDateTime('2026-03-20 10:00:00', 'UTC'), 2 FROM numbers(41000)`,
    query_params: { project: ctx.project.id },
  })
  await recordClicks(deps, ctx, [{ at: '2026-03-20T10:00:00Z', linkId }])
  expect((await getOverview(deps, ctx, aQuery())).topPerformingLinks).toMatchObject([{ url_id: linkId, clicks: 1 }])
})

it('excludes bots from every number', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-20T12:00:00Z') })
  const ctx = await aProject(deps)
  const [link, crawled] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  await recordClicks(deps, ctx, [
    { at: '2026-03-20T10:00:00Z', linkId: link.url_id, visitor: 1, country: 'DE' },
    { at: '2026-03-20T10:00:00Z', linkId: link.url_id, visitor: 2, country: 'US', isBot: true },
    { at: '2026-03-20T10:00:00Z', linkId: crawled.url_id, visitor: 3, country: 'US', isBot: true },
  ])
  const overview = await getOverview(deps, ctx, aQuery())
  expect(overview).toMatchObject({
    totalClicks: 1,
    clicksLastMonth: 1,
    activeLinks: 2,
    topPerformingLinks: [{ url_id: link.url_id, clicks: 1 }],
  })
  expect(overview.clicksByDay.at(-1)?.clicks).toBe(1)
  expect((await getLinkClicks(deps, ctx, { ...aQuery(), linkId: crawled.url_id })).at(-1)?.clicks).toBe(0)
  expect(await getDashboard(deps, ctx, aQuery())).toEqual({ totalClicks: 1, visitors: 1, countries: 1 })
})

it('counts a visitor once a day and a country once, across several inserts', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [
    { at: '2026-03-19T10:00:00Z', visitor: 1, country: 'DE' },
    { at: '2026-03-19T11:00:00Z', visitor: 1, country: 'DE' },
    { at: '2026-03-19T12:00:00Z', visitor: 2, country: 'FR' },
  ])
  await recordClicks(deps, ctx, [
    { at: '2026-03-19T13:00:00Z', visitor: 2, country: 'FR' },
    { at: '2026-03-20T10:00:00Z', visitor: 3, country: '' },
  ])
  expect(await getDashboard(deps, ctx, aQuery({ range: 'all' }))).toEqual({ totalClicks: 5, visitors: 3, countries: 2 })
})

it('counts a batch once even if it is inserted again', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-20T12:00:00Z') })
  const ctx = await aProject(deps)
  const linkId = (await aLink(deps, ctx)).url_id
  const batch = [
    { at: '2026-02-28T23:00:00Z', country: 'DE', linkId },
    { at: '2026-03-20T10:00:00Z', visitor: 2, linkId },
  ]
  for (const token of ['one', 'one', 'one', 'two']) await recordClicks(deps, ctx, batch, token)
  expect(await getDashboard(deps, ctx, aQuery())).toEqual({ totalClicks: 4, visitors: 2, countries: 1 })
  expect(
    (await getOverview(deps, ctx, aQuery())).topPerformingLinks.map((link) => link.clicks).reduce((sum, clicks) => sum + clicks, 0),
  ).toBe(4)
})

it('separates the clicks of projects', async () => {
  await using deps = await openTestDeps({ clicks: true, clock: createClock('2026-03-20T12:00:00Z') })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia)
  await recordClicks(deps, mia, [{ at: '2026-03-20T10:00:00Z', linkId: link.url_id, country: 'DE' }])
  expect(await getOverview(deps, noah, aQuery())).toMatchObject({
    totalClicks: 0,
    clicksLastMonth: 0,
    activeLinks: 0,
    topPerformingLinks: [],
  })
  expect(await getDashboard(deps, noah, aQuery())).toEqual({ totalClicks: 0, visitors: 0, countries: 0 })
  expect(await catchErrorCode(getLinkClicks(deps, noah, { ...aQuery(), linkId: link.url_id }))).toBe('LINK_NOT_FOUND')
})

it('expires single clicks after the retention, but not their rollups', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  const cluster = { cluster: inject('clickhouseCluster') }
  const old = new Date(Date.now() - 200 * 24 * 3600 * 1000)
  await recordClicks(deps, ctx, [{ at: old }])
  await setClickRetention(deps, 25, cluster)
  expect(await countClicks()).toBe(1)
  await setClickRetention(deps, 3, cluster)
  await deps.clickhouse.command({ query: `OPTIMIZE TABLE ${toStoredTable('clicks')} FINAL` })
  expect(await countClicks()).toBe(0)
  expect(await getDashboard(deps, ctx, aQuery({ range: 'all' }))).toMatchObject({ totalClicks: 1 })

  async function countClicks(): Promise<number> {
    const answer = await deps.clickhouse.query({ query: 'SELECT toUInt32(count()) AS count FROM clicks', format: 'JSONEachRow' })
    return (await answer.json<{ count: number }>())[0]?.count ?? Number.NaN
  }
})

/**
 * Returns times of clicks, about three a day. For the last two days, also returns each quarter of an hour, and the
 * millisecond before it.
 */
function spreadBefore(now: string, days: number): Date[] {
  const end = new Date(now).getTime()
  const regular = Array.from({ length: days * 3 }, (_, index) => end - index * 7.9 * 3600_000)
  const edges = Array.from(
    { length: 48 * 4 * 2 },
    (_, index) => Math.floor(end / 900_000) * 900_000 - Math.floor(index / 2) * 900_000 - (index % 2),
  )
  return [...regular, ...edges].map((at) => new Date(at))
}

function countByDay(clicks: ClickValues[], timeZone: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const click of clicks) {
    const day = formatDay(new Date(click.at), timeZone)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

function formatDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}
