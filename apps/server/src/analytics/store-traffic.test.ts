import { expect, it } from 'vitest'
import { aQuery } from '../../test/builders/analytics-query-builder.ts'
import { aLink, anOrganization, aProduct, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { toStoredTable, truncateTable } from '../../test/databases/clickhouse-databases.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordClicks, recordViews } from '../../test/record-clicks.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import type { ProjectContext } from '../access/index.ts'
import { deleteProduct } from '../products/products.ts'
import { deleteLinkClicks, deleteProjectClicks } from './delete-clicks.ts'
import { reconcileClickRollups } from './deletions/reconcile-click-rollups.ts'
import type { FindLinkTotals } from './get-clicks.ts'
import { getProductTraffic, getStoreTraffic } from './get-traffic.ts'
import { getProductNumbers } from './product-numbers.ts'

const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
const [yesterday, today] = ['2026-03-19', '2026-03-20']
const query = aQuery({ from: yesterday, to: today })

/** Creates two products with a link each, and views and clicks on two days, by humans and one bot. */
async function aVisitedStore(deps: TestDeps, ctx: ProjectContext) {
  const [lampLink, shadeLink] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  const lamp = (await aProduct(deps, ctx, { name: 'Lamp', urls: [lampLink.url_id] })).product_id
  const shade = (await aProduct(deps, ctx, { name: 'Shade', urls: [shadeLink.url_id] })).product_id
  await recordViews(deps, ctx, [
    { at: `${yesterday}T23:59:59.999Z`, visitor: 1 },
    { at: `${yesterday}T10:00:00Z`, visitor: 1, productId: lamp },
    { at: `${today}T00:00:00Z`, visitor: 1, productId: lamp },
    { at: `${today}T08:00:00Z`, visitor: 2, productId: lamp },
    { at: `${today}T08:01:00Z`, visitor: 2, productId: lamp },
    { at: `${today}T08:02:00Z`, visitor: 3, isBot: true, productId: shade },
  ])
  await recordClicks(deps, ctx, [
    { at: `${yesterday}T11:00:00Z`, linkId: lampLink.url_id, productId: lamp, page: 'product' },
    { at: `${today}T09:00:00Z`, linkId: lampLink.url_id, productId: lamp, page: 'store' },
    { at: `${today}T09:00:00Z`, linkId: lampLink.url_id, productId: lamp, page: 'category' },
    { at: `${today}T09:00:00Z`, linkId: shadeLink.url_id, productId: shade, page: 'store' },
    { at: `${today}T09:00:00Z`, linkId: shadeLink.url_id, productId: shade, page: 'product', isBot: true },
    { at: `${today}T09:00:00Z`, linkId: lampLink.url_id },
  ])
  return { lamp, shade, lampLink: lampLink.url_id, shadeLink: shadeLink.url_id }
}

it('returns clicks, click-through and earnings of the requested products, and nothing of another project', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const { lamp, shade, lampLink } = await aVisitedStore(deps, ctx)
  const foreign = (await aProduct(deps, await aProject(deps))).product_id
  const totals = { earned: 250, currency: 'EUR' } as never
  const findLinkTotals: FindLinkTotals = async (_ctx, _tz, { links }) =>
    new Map(links.flatMap(({ url_id }) => (url_id === lampLink ? [[url_id, [totals]]] : [])))

  expect(await getProductNumbers({ ...deps, findLinkTotals }, ctx, { ...query, product_ids: [shade, foreign, lamp] })).toEqual([
    { product_id: shade, clicks: 1, click_through: null, earned: [] },
    { product_id: lamp, clicks: 3, click_through: 0.25, earned: [{ currency: 'EUR', earned: 250 }] },
  ])
})

it('counts views, visitors and clicks of a store by day and by product, without bots', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const { lamp, shade } = await aVisitedStore(deps, ctx)

  expect(await getStoreTraffic(deps, ctx, query)).toEqual({
    views: 5,
    visitors: 3,
    clicks: 4,
    click_through: 0.8,
    byDay: [
      { date: yesterday, views: 2, clicks: 1 },
      { date: today, views: 3, clicks: 3 },
    ],
    products: [
      { product_id: lamp, name: 'Lamp', views: 4, clicks: 3, page_clicks: 1, click_through: 0.25 },
      { product_id: shade, name: 'Shade', views: 0, clicks: 1, page_clicks: 0, click_through: null },
    ],
  })
  expect(await getProductTraffic(deps, ctx, { ...query, productId: lamp })).toEqual({
    views: 4,
    visitors: 3,
    clicks: 3,
    page_clicks: 1,
    click_through: 0.25,
    byDay: [
      { date: yesterday, views: 1, clicks: 1 },
      { date: today, views: 3, clicks: 2 },
    ],
  })
})

it('counts bots on request', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const { shade } = await aVisitedStore(deps, ctx)

  const only = await getStoreTraffic(deps, ctx, { ...query, bots: 'only' })
  expect(only).toMatchObject({ views: 1, visitors: 1, clicks: 1, click_through: 1, products: [{ product_id: shade, click_through: 1 }] })
  expect(await getStoreTraffic(deps, ctx, { ...query, bots: 'include' })).toMatchObject({ views: 6, visitors: 4, clicks: 5 })
})

it('assigns views and clicks to the days of a time zone', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const { lamp } = await aVisitedStore(deps, ctx)

  const inNepal = { ...query, from: today, tz: 'Asia/Kathmandu' } // the day in Nepal begins at 18:15 UTC of the day before
  expect(await getStoreTraffic(deps, ctx, inNepal)).toMatchObject({
    views: 4,
    clicks: 3,
    byDay: [{ date: today, views: 4, clicks: 3 }],
    products: [{ product_id: lamp, views: 3, clicks: 2, click_through: 0 }, { name: 'Shade' }],
  })
})

it('counts the views, visitors and clicks that meet all conditions, with full analytics', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps, { settings: ['full_analytics_enabled=true'] })
  const lamp = (await aProduct(deps, ctx, { name: 'Lamp' })).product_id
  const german = { country: 'DE', device: 'phone' }
  await recordViews(deps, ctx, [
    { ...german, at: `${yesterday}T23:00:00Z`, visitor: 1, productId: lamp },
    { ...german, at: `${today}T09:00:00Z`, visitor: 1, productId: lamp },
    { ...german, at: `${today}T09:00:00Z`, visitor: 2 },
    { ...german, at: `${today}T09:00:00Z`, visitor: 3, isBot: true },
    { ...german, at: `${today}T09:00:00Z`, visitor: 4, country: 'AT' },
    { ...german, at: `${today}T09:00:00Z`, visitor: 5, device: 'desktop' },
  ])
  await recordClicks(deps, ctx, [
    { ...german, at: `${today}T10:00:00Z`, productId: lamp, page: 'product' },
    { ...german, at: `${today}T10:00:00Z`, productId: lamp, page: 'store' },
    { ...german, at: `${today}T10:00:00Z` },
    { ...german, at: `${today}T10:00:00Z`, productId: lamp, country: 'AT' },
  ])

  expect(await getStoreTraffic(deps, ctx, { ...query, country: 'DE', device: 'phone' })).toEqual({
    views: 3,
    visitors: 3,
    clicks: 2,
    click_through: 2 / 3,
    byDay: [
      { date: yesterday, views: 1, clicks: 0 },
      { date: today, views: 2, clicks: 2 },
    ],
    products: [{ product_id: lamp, name: 'Lamp', views: 2, clicks: 2, page_clicks: 1, click_through: 0.5 }],
  })
  expect(await getStoreTraffic(deps, ctx, { ...query, country: '' })).toMatchObject({ views: 0, visitors: 0, clicks: 0, products: [] })
  const withoutPlan = await aProject(deps)
  expect(await catchErrorCode(getStoreTraffic(deps, withoutPlan, { ...query, country: 'DE' }))).toBe('FULL_ANALYTICS_REQUIRED')
})

it('counts a deleted product, without a name', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  const { lamp } = await aVisitedStore(deps, ctx)
  await deleteProduct(ctx, lamp)

  const { views, products } = await getStoreTraffic(deps, ctx, query)
  expect([views, products[0]]).toEqual([5, { product_id: lamp, name: null, views: 4, clicks: 3, page_clicks: 1, click_through: 0.25 }])
  expect(await catchErrorCode(getProductTraffic(deps, ctx, { ...query, productId: lamp }))).toBe('PRODUCT_NOT_FOUND')
})

it("shows nothing of another project, no days outside the plan's history, and nothing if the plan has no products", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const { lamp } = await aVisitedStore(deps, mia)

  expect(await getStoreTraffic(deps, noah, query)).toMatchObject({ views: 0, visitors: 0, clicks: 0, click_through: null, products: [] })
  expect(await catchErrorCode(getProductTraffic(deps, noah, { ...query, productId: lamp }))).toBe('PRODUCT_NOT_FOUND')
  expect(await catchErrorCode(getStoreTraffic(deps, mia, aQuery({ from: '2020-01-01', to: '2020-02-01' })))).toBe(
    'ANALYTICS_HISTORY_LOCKED',
  )
  const owned = await anOrganization(deps, { settings: ['store_page_enabled=false', 'product_page_enabled=false'] })
  expect(await catchErrorCode(getStoreTraffic(deps, await aProject(deps, { owned }), query))).toBe('NOT_FOUND')
})

it("deletes a link's clicks from its products, and a project's views with its clicks", async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const { lampLink, shade } = await aVisitedStore(deps, mia)
  await aVisitedStore(deps, noah)

  await deleteLinkClicks(mia, lampLink)
  expect(await getStoreTraffic(deps, mia, query)).toMatchObject({
    views: 5,
    clicks: 1,
    products: [{ product_id: shade, clicks: 1 }, { clicks: 0 }],
  })

  await deleteProjectClicks(mia)
  expect(await getStoreTraffic(deps, mia, query)).toMatchObject({ views: 0, visitors: 0, clicks: 0, products: [] })
  expect(await getStoreTraffic(deps, noah, query)).toMatchObject({ views: 5, visitors: 3, clicks: 4 })
})

it('corrects the rollups with the stored views and clicks', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  await aVisitedStore(deps, ctx)
  const before = [await getStoreTraffic(deps, ctx, query), await getStoreTraffic(deps, ctx, { ...query, bots: 'only' })]
  await deps.clickhouse.command({ query: 'INSERT INTO product_views SELECT * FROM product_views WHERE views > 0' })
  await truncateTable(deps.clickhouse, 'product_clicks')
  expect(await getStoreTraffic(deps, ctx, query)).toMatchObject({ views: 10, clicks: 0 })

  await runAsJobsAccount(deps, (jobs) => reconcileClickRollups(jobs, { projectId: ctx.project.id }, 13))

  expect([await getStoreTraffic(deps, ctx, query), await getStoreTraffic(deps, ctx, { ...query, bots: 'only' })]).toEqual(before)
})

it('counts visitors from single views if the sets of a day are missing or half deleted', async () => {
  await using deps = await openTestDeps({ clicks: true, clock })
  const ctx = await aProject(deps)
  await aVisitedStore(deps, ctx)
  const visitors = async () => (await getStoreTraffic(deps, ctx, { ...query, bots: 'include' })).visitors
  expect(await visitors()).toBe(4)

  await deps.clickhouse.command({ query: `DELETE FROM ${toStoredTable('page_visitors')} WHERE day = '${yesterday}'` })
  await recordViews(deps, ctx, [{ at: `${today}T09:00:00Z`, visitor: 9 }])
  await deps.clickhouse.command({ query: `DELETE FROM ${toStoredTable('page_views')} WHERE visitor = 9` })
  await deps.clickhouse.command({
    query:
      'INSERT INTO product_views SELECT project_id, product_id, quarter, 0 - 1, 0 FROM product_views WHERE quarter = ' +
      `'${today} 09:00:00'`,
  })

  expect(await visitors()).toBe(4)
})
