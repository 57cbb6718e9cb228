import { botFilters } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aClicksQuery, aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getHourlyClicks, getLinksClicks } from './get-clicks.ts'
import { getDashboard, getOverview } from './get-overview.ts'
import { getLinksTraffic } from './get-traffic.ts'
import { getLinkClicks, getLinkDashboard, listVisitors } from './link-analytics.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const settings = ['package=Pro']

it('separates humans and bots in every call about a link', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const linkId = (await aLink(deps, ctx)).url_id
  await recordClicks(deps, ctx, [
    { at: '2026-03-19T10:00:00Z', linkId, visitor: 1, country: 'DE', isScan: true },
    { at: '2026-03-19T11:00:00Z', linkId, visitor: 1, country: 'DE', isBot: true, isScan: true },
    { at: '2026-03-20T10:00:00Z', linkId, visitor: 1, country: 'FR', isBot: true },
  ])
  const results = await Promise.all(
    botFilters.map(async (bots) => ({
      dashboard: await getLinkDashboard(deps, ctx, { ...aQuery({ bots }), linkId }),
      days: (await getLinkClicks(deps, ctx, { ...aQuery({ bots }), linkId })).slice(-2).map(({ clicks, scans }) => [clicks, scans]),
      countries: await getBreakdown(deps, ctx, { ...aQuery({ bots }), by: 'country', limit: 10, url_id: linkId }),
      links: await getLinksTraffic(deps, ctx, { ...aQuery({ bots }), url_ids: [linkId] }),
    })),
  )
  expect(results).toEqual([
    {
      dashboard: { totalClicks: 1, visitors: 1, countries: 1 },
      days: [
        [1, 1],
        [0, 0],
      ],
      countries: [{ name: 'DE', clicks: 1, visits: 1 }],
      links: [{ url_id: linkId, clicks: 1, visits: 1 }],
    },
    {
      dashboard: { totalClicks: 3, visitors: 2, countries: 2 },
      days: [
        [2, 2],
        [1, 0],
      ],
      countries: [
        { name: 'DE', clicks: 2, visits: 1 },
        { name: 'FR', clicks: 1, visits: 1 },
      ],
      links: [{ url_id: linkId, clicks: 3, visits: 2 }],
    },
    {
      dashboard: { totalClicks: 2, visitors: 2, countries: 2 },
      days: [
        [1, 1],
        [1, 0],
      ],
      countries: [
        { name: 'DE', clicks: 1, visits: 1 },
        { name: 'FR', clicks: 1, visits: 1 },
      ],
      links: [{ url_id: linkId, clicks: 2, visits: 2 }],
    },
  ])
})

it('returns the links of the project in the requested order, with zeros for links without clicks', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [ctx, other] = [await aProject(deps, { settings }), await aProject(deps)]
  const [clicked, unclicked, foreign] = [await aLink(deps, ctx), await aLink(deps, ctx), await aLink(deps, other)]
  await recordClicks(deps, ctx, [{ at: '2026-03-20T10:00:00Z', linkId: clicked.url_id }])
  const query = { ...aQuery({ from: '2026-03-18' }), url_ids: [unclicked.url_id, foreign.url_id, clicked.url_id] }
  const traffic = await getLinksTraffic(deps, ctx, query)
  expect(traffic).toEqual([
    { url_id: unclicked.url_id, clicks: 0, visits: 0 },
    { url_id: clicked.url_id, clicks: 1, visits: 1 },
  ])
  expect(await getLinksClicks(deps, ctx, query)).toEqual({
    dates: ['2026-03-18', '2026-03-19', '2026-03-20'],
    links: [
      { url_id: unclicked.url_id, clicks: [0, 0, 0] },
      { url_id: clicked.url_id, clicks: [0, 0, 1] },
    ],
  })
})

it('lists visitors latest first, page by page, with an id that differs by day and link', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const [linkId, elsewhere] = [(await aLink(deps, ctx)).url_id, (await aLink(deps, ctx)).url_id]
  await recordClicks(deps, ctx, [
    ...[1, 2, 3, 4, 5].map((visitor) => ({ at: '2026-03-19T10:00:00Z', linkId, visitor, country: 'DE' })),
    { at: '2026-03-19T12:00:00Z', linkId, visitor: 1, country: 'FR' },
    { at: '2026-03-20T10:00:00Z', linkId, visitor: 1 },
    { at: '2026-03-20T10:00:00Z', linkId: elsewhere, visitor: 1 },
  ])
  const pages = []
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const page = await listVisitors(deps, ctx, { linkId, ...aQuery(), limit: 2, cursor })
    pages.push(page.visitors)
    cursor = page.nextCursor
    isLast = cursor === undefined
  }
  const visitors = pages.flat()
  expect(pages.map((page) => page.length)).toEqual([2, 2, 2])
  expect(visitors[0]).toMatchObject({ firstAt: '2026-03-20T10:00:00.000Z', views: 1, country: '' })
  expect(
    visitors
      .slice(1)
      .map((visitor) => visitor.views)
      .sort(),
  ).toEqual([1, 1, 1, 1, 2])
  expect(visitors.find((visitor) => visitor.views === 2)).toMatchObject({ firstAt: '2026-03-19T10:00:00.000Z', country: 'DE' })
  const elsewherePage = await listVisitors(deps, ctx, { linkId: elsewhere, ...aQuery(), limit: 2 })
  expect(new Set([...visitors, ...elsewherePage.visitors].map((visitor) => visitor.id)).size).toBe(7)
  expect(await catchErrorCode(listVisitors(deps, ctx, { linkId, ...aQuery(), limit: 2, cursor: 'x' }))).toBe('REQUEST_INVALID')
})

it('returns the country of each city, and an empty name for an unknown country', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  await recordClicks(deps, ctx, [
    { at: '2026-03-20T10:00:00Z', country: 'DE' },
    { at: '2026-03-20T10:00:00Z', country: '' },
  ])
  expect(await getBreakdown(deps, ctx, { ...aQuery(), by: 'city', limit: 10 })).toEqual([
    { name: '', country: '', clicks: 1, visits: 1 },
    { name: '', country: 'DE', clicks: 1, visits: 1 },
  ])
  expect(await getBreakdown(deps, ctx, { ...aQuery(), by: 'country', limit: 1 })).toEqual([{ name: '', clicks: 1, visits: 1 }])
})

it('covers only the requested days, including both ends and a whole day of 23 hours', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const tz = 'America/New_York'
  await recordClicks(
    deps,
    ctx,
    ['2026-03-08T04:59:59.999Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59.999Z', '2026-03-09T04:00:00Z'].map((at) => ({ at })),
  )
  const range = aQuery({ tz, from: '2026-03-08', to: '2026-03-08' })
  expect((await getOverview(deps, ctx, range)).clicksByDay).toEqual([{ date: '2026-03-08', clicks: 2 }])
  expect(await getBreakdown(deps, ctx, { ...range, by: 'device', limit: 10 })).toMatchObject([{ clicks: 2 }])
})

it.each([
  [{ from: '2026-03-10', to: '2026-03-09' }, 'REQUEST_INVALID'],
  [{ from: '2026-03-21' }, 'REQUEST_INVALID'],
  [{ from: '2010-01-01', to: '2026-03-09' }, 'REQUEST_INVALID'],
  [{ from: '1999-12-31', to: '1999-12-31' }, 'REQUEST_INVALID'],
  [{ to: '2100-01-01' }, 'REQUEST_INVALID'],
  [{ from: '2026-02-17' }, 'ANALYTICS_HISTORY_LOCKED'],
  [{ to: '2026-03-01' }, 'ANALYTICS_HISTORY_LOCKED'],
])('rejects the range %o on the Free plan with %s', async (range, code) => {
  await using deps = await openTestDeps({ clock })
  expect(await catchErrorCode(getOverview(deps, await aProject(deps), aQuery(range)))).toBe(code)
})

it("allows the organization's own window and the history of its plan", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['dashboard_days=90'] })
  expect((await getOverview(deps, ctx, aQuery())).clicksByDay).toHaveLength(90)
  const month = await aProject(deps)
  expect((await getOverview(deps, month, aQuery({ from: '2026-02-18' }))).clicksByDay).toHaveLength(31)
})

it('requires full analytics for breakdowns, traffic of links and visitors', async () => {
  await using deps = await openTestDeps({ clock })
  const ctx = await aProject(deps)
  const linkId = (await aLink(deps, ctx)).url_id
  const errors = await Promise.all([
    catchErrorCode(getBreakdown(deps, ctx, { ...aQuery(), by: 'country', limit: 10 })),
    catchErrorCode(getLinksTraffic(deps, ctx, { ...aQuery(), url_ids: [linkId] })),
    catchErrorCode(listVisitors(deps, ctx, { linkId, ...aQuery(), limit: 10 })),
  ])
  expect(new Set(errors)).toEqual(new Set(['FULL_ANALYTICS_REQUIRED']))
})

it('throws LINK_NOT_FOUND for a link of another project', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps, { settings }), await aProject(deps, { settings })]
  const linkId = (await aLink(deps, mia)).url_id
  const errors = await Promise.all([
    catchErrorCode(getBreakdown(deps, noah, { ...aQuery(), by: 'country', limit: 10, url_id: linkId })),
    catchErrorCode(getLinkDashboard(deps, noah, { ...aQuery(), linkId })),
    catchErrorCode(listVisitors(deps, noah, { linkId, ...aQuery(), limit: 10 })),
  ])
  expect(new Set(errors)).toEqual(new Set(['LINK_NOT_FOUND']))
})

it('counts only clicks that meet every condition, ignores the case of a label, and still counts all clicks of all time', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const [desk, lamp] = [await aLink(deps, ctx, { labels: ['Office'] }), await aLink(deps, ctx)]
  await recordClicks(deps, ctx, [
    { at: '2026-03-20T10:00:00Z', linkId: desk.url_id, country: 'DE', visitor: 1 },
    { at: '2026-03-20T10:00:00Z', linkId: lamp.url_id, country: 'DE', visitor: 2 },
    { at: '2026-03-20T11:00:00Z', linkId: desk.url_id, country: 'FR', visitor: 3 },
  ])
  const query = aClicksQuery({ country: 'DE', label: 'office', from: '2026-03-20' })

  expect(await getOverview(deps, ctx, query)).toMatchObject({
    totalClicks: 1,
    clicksAllTime: 3,
    clicksByDay: [{ date: '2026-03-20', clicks: 1 }],
    topPerformingLinks: [{ url_id: desk.url_id, clicks: 1 }],
  })
  expect(await getDashboard(deps, ctx, query)).toEqual({ totalClicks: 1, visitors: 1, countries: 1 })
  const none = { totalClicks: 0, visitors: 0, countries: 0 }
  expect(await getDashboard(deps, ctx, aClicksQuery({ label: 'office', url_id: lamp.url_id }))).toEqual(none)
  expect(await getDashboard(deps, ctx, aClicksQuery({ label: 'unknown' }))).toEqual(none)
})

it('requires full analytics for conditions other than one link, and rejects a link of another project', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [free, pro] = [await aProject(deps), await aProject(deps, { settings })]
  const linkId = (await aLink(deps, free)).url_id
  const codes = await Promise.all([
    catchErrorCode(getOverview(deps, free, aClicksQuery({ country: '' }))),
    catchErrorCode(getDashboard(deps, free, aClicksQuery({ label: 'office' }))),
    catchErrorCode(getLinkClicks(deps, free, { ...aQuery(), linkId, device: 'phone' })),
    catchErrorCode(getDashboard(deps, pro, aClicksQuery({ url_id: linkId }))),
  ])
  expect(codes).toEqual(['FULL_ANALYTICS_REQUIRED', 'FULL_ANALYTICS_REQUIRED', 'FULL_ANALYTICS_REQUIRED', 'LINK_NOT_FOUND'])
  expect(await getDashboard(deps, free, aClicksQuery({ url_id: linkId }))).toMatchObject({ totalClicks: 0 })
})

it('counts clicks by hour of at most two days, from midnight of the time zone, also for one link and with conditions', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings })
  const linkId = (await aLink(deps, ctx)).url_id
  await recordClicks(deps, ctx, [
    { at: '2026-03-19T18:29:59.999Z', linkId },
    { at: '2026-03-19T18:30:00Z', linkId, country: 'DE' },
    { at: '2026-03-19T19:29:59.999Z' },
    { at: '2026-03-20T18:29:59.999Z', linkId, country: 'FR' },
  ])
  const getHours = async (params: Parameters<typeof aClicksQuery>[0]) => {
    const hours = await getHourlyClicks(deps, ctx, aClicksQuery({ tz: 'Asia/Kolkata', ...params }))
    return [hours.length, ...hours.filter(({ clicks }) => clicks > 0).map(({ at, clicks }) => `${at.slice(8, 16)} ${clicks}`)]
  }

  expect(await getHours({})).toEqual([24, '19T18:30 2', '20T17:30 1'])
  expect(await getHours({ url_id: linkId, from: '2026-03-19' })).toEqual([48, '19T17:30 1', '19T18:30 1', '20T17:30 1'])
  expect(await getHours({ country: 'DE', url_id: linkId })).toEqual([24, '19T18:30 1'])
  expect(await catchErrorCode(getHourlyClicks(deps, ctx, aClicksQuery({ from: '2026-03-18' })))).toBe('REQUEST_INVALID')
})
