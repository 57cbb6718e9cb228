import { type BreakdownQuery, exportQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, anOrganization, aProduct, aProject, getProjectContext } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ClickValues, recordClicks, recordViews } from '../../test/record-clicks.ts'
import type { ProjectContext } from '../access/index.ts'
import { createProject } from '../projects/projects.ts'
import { getClickUsage } from './click-limit.ts'
import { exportAnalytics } from './export/export-analytics.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getLinksClicks } from './get-clicks.ts'
import { getDashboard, getOverview } from './get-overview.ts'
import { getLinksTraffic, getProductTraffic, getStoreTraffic } from './get-traffic.ts'
import { getLinkClicks, getLinkDashboard, listVisitors } from './link-analytics.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const march = { from: '2026-03-01', to: '2026-03-20' }

/** Returns a copy of the context whose plan shows at most this many clicks of a month. */
function limitClicksPerMonth<Ctx extends ProjectContext>(ctx: Ctx, clicksPerMonth: number): Ctx {
  return { ...ctx, entitlements: { ...ctx.entitlements, clicksPerMonth } }
}

/**
 * Records three clicks on 3 March, three on 5 March, four on 8 March and two in February. Each click has a different
 * visitor.
 */
async function aBusyMonth(deps: TestDeps) {
  const ctx = await aProject(deps, { settings: ['package=Pro'] })
  const { url_id: linkId } = await aLink(deps, ctx)
  const { product_id: productId } = await aProduct(deps, ctx)
  const createClicksOn = (day: string, count: number, visitor: number): ClickValues[] =>
    Array.from({ length: count }, (_, nth) => ({
      at: `${day}T10:00:00Z`,
      linkId,
      productId,
      page: 'product',
      visitor: visitor + nth,
      country: 'DE',
    }))
  const clicks = [
    ...createClicksOn('2026-02-20', 2, 10),
    ...createClicksOn('2026-03-03', 3, 20),
    ...createClicksOn('2026-03-05', 3, 30),
    ...createClicksOn('2026-03-08', 4, 40),
  ]
  await recordClicks(deps, ctx, [...clicks, { at: '2026-03-03T11:00:00Z', linkId, isBot: true, visitor: 99 }])
  await recordViews(
    deps,
    ctx,
    clicks.map(({ at, visitor = 1 }) => ({ at, visitor, productId })),
  )
  return { ctx, linkId, productId }
}

it('shows days up to the day on which the limit is reached, in every call', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { ctx: pro, linkId, productId } = await aBusyMonth(deps)
  const ctx = limitClicksPerMonth(pro, 5)
  const query = aQuery(march)
  const [seen, ofAllTime] = [6, 8]

  const overview = await getOverview(deps, ctx, query)
  expect(overview).toMatchObject({ totalClicks: seen, clicksAllTime: ofAllTime, clicksLastMonth: ofAllTime })
  expect(overview.topPerformingLinks.map(({ clicks }) => clicks)).toEqual([seen])
  expect(overview.clicksByDay.at(-1)).toEqual({ date: '2026-03-05', clicks: 3 })
  expect(overview.clicksByDay).toHaveLength(5)
  expect(await getDashboard(deps, ctx, query)).toEqual({ totalClicks: seen, visitors: seen, countries: 1 })
  expect(await getDashboard(deps, ctx, aQuery({ range: 'all' }))).toEqual({ totalClicks: ofAllTime, visitors: ofAllTime, countries: 1 })
  expect((await getLinkClicks(deps, ctx, { ...query, linkId })).map(({ clicks }) => clicks)).toEqual([0, 0, 3, 0, 3])
  expect(await getLinkDashboard(deps, ctx, { ...query, linkId })).toMatchObject({ totalClicks: seen, visitors: seen })
  expect(await getLinkDashboard(deps, ctx, { ...aQuery({ range: 'all' }), linkId })).toMatchObject({
    totalClicks: ofAllTime,
    visitors: ofAllTime,
  })
  expect(await getLinksClicks(deps, ctx, { ...query, url_ids: [linkId] })).toEqual({
    dates: ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'],
    links: [{ url_id: linkId, clicks: [0, 0, 3, 0, 3] }],
  })
  expect(await getLinksTraffic(deps, ctx, { ...query, url_ids: [linkId] })).toEqual([{ url_id: linkId, clicks: seen, visits: seen }])
  const byCountry: BreakdownQuery = { ...query, by: 'country', limit: 10 }
  expect(await getBreakdown(deps, ctx, byCountry)).toEqual([{ name: 'DE', clicks: seen, visits: seen }])
  expect((await listVisitors(deps, ctx, { ...query, linkId, limit: 100 })).visitors).toHaveLength(seen)
  expect(await getStoreTraffic(deps, ctx, query)).toMatchObject({ views: seen, clicks: seen, visitors: seen, products: [{ clicks: seen }] })
  expect(await getProductTraffic(deps, ctx, { ...query, productId })).toMatchObject({ views: seen, clicks: seen, visitors: seen })
  const { body } = await exportAnalytics(deps, ctx, exportQuery.parse({ table: 'overview', ...march }))
  expect(
    Buffer.concat(await Array.fromAsync(body))
      .toString()
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(1 + 5)
})

it('says how many clicks are hidden, since when, and which plan shows them', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { ctx } = await aBusyMonth(deps)
  const usage = { used: 10, resets_on: '2026-04-01' }

  expect(await getClickUsage(deps, limitClicksPerMonth(ctx, 5))).toEqual({
    ...usage,
    limit: 5,
    hidden: 4,
    hidden_since: '2026-03-06',
    upgrade: 'Starter',
  })
  expect(await getClickUsage(deps, limitClicksPerMonth(ctx, 10))).toEqual({
    ...usage,
    limit: 10,
    hidden: 0,
    hidden_since: null,
    upgrade: 'Starter',
  })
  expect(await getClickUsage(deps, limitClicksPerMonth(ctx, 11))).toEqual({
    ...usage,
    limit: 11,
    hidden: 0,
    hidden_since: null,
    upgrade: null,
  })
  expect(await getClickUsage(deps, limitClicksPerMonth(ctx, Number.POSITIVE_INFINITY))).toMatchObject({
    limit: null,
    hidden: 0,
    upgrade: null,
  })
})

it('shows everything immediately after an upgrade, and when the month has ended', async () => {
  let now = clock.now()
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => now } })
  const { ctx } = await aBusyMonth(deps)
  const countShownClicks = async (limit: number) =>
    (await getDashboard(deps, { ...limitClicksPerMonth(ctx, limit), now }, aQuery(march))).totalClicks

  expect([await countShownClicks(5), await countShownClicks(11)]).toEqual([6, 10])
  now = new Date('2026-04-02T12:00:00Z')
  expect(await countShownClicks(5)).toBe(10)
})

it('returns nothing for a range with only hidden days, in any time zone', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const { ctx: pro, linkId } = await aBusyMonth(deps)
  const ctx = limitClicksPerMonth(pro, 5)
  for (const tz of ['UTC', 'Pacific/Chatham', 'America/New_York']) {
    const query = aQuery({ from: '2026-03-08', to: '2026-03-10', tz })
    expect(await getOverview(deps, ctx, query)).toMatchObject({ totalClicks: 0, clicksAllTime: 8, topPerformingLinks: [], clicksByDay: [] })
    expect(await getDashboard(deps, ctx, query)).toEqual({ totalClicks: 0, visitors: 0, countries: 0 })
    expect(await getLinkClicks(deps, ctx, { ...query, linkId })).toEqual([])
    expect(await getBreakdown(deps, ctx, { ...query, by: 'country', limit: 10 })).toEqual([])
    expect(await getStoreTraffic(deps, ctx, query)).toMatchObject({ views: 0, clicks: 0, visitors: 0, byDay: [], products: [] })
  }
})

it('counts human clicks in every project of the organization, and in no other project', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [owned, other] = [await anOrganization(deps), await aProject(deps)]
  const first = await aProject(deps, { owned })
  const second = await getProjectContext(
    owned.user,
    owned.organization.id,
    (await createProject(deps, owned.ctx, { name: 'Second', description: 'Two' })).id,
  )
  for (const ctx of [first, second])
    await recordClicks(deps, ctx, [{ at: '2026-03-03T10:00:00Z' }, { at: '2026-03-03T10:00:00Z', isBot: true }])
  await recordClicks(deps, other, [{ at: '2026-03-03T10:00:00Z' }])

  const response = await createApiCaller(deps)(owned.user, { method: 'GET', path: `/v1/${owned.organization.id}/analytics/usage` })

  expect(await response.json()).toEqual({ used: 2, limit: 1_000, hidden: 0, hidden_since: null, resets_on: '2026-04-01', upgrade: null })
})
