import { analyticsQuery, earningsBreakdownQuery, type UnmatchedSalesQuery, unmatchedSalesQuery } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anImportedReport, aProduct, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { loadReportFile } from '../../../test/reports/report-files.ts'
import type { ProjectContext } from '../../access/index.ts'
import { getLinksNumbers } from '../../analytics/get-clicks.ts'
import { matchEarnings } from '../matching/match-earnings.ts'
import { updateRates } from '../rates.ts'
import { exportEarnings } from './export-earnings.ts'
import { findLinkTotals } from './find-link-totals.ts'
import { getEarnings, getLinkEarnings, getProductEarnings, getStoreEarnings } from './get-earnings.ts'
import { getEarningsBreakdown } from './get-earnings-breakdown.ts'
import { listUnmatchedSales } from './list-unmatched-sales.ts'

const withEverything = { settings: ['package=Business', 'full_analytics_enabled=true'] }
const report = loadReportFile('amazon-earnings-before-clicks.csv').toString()
const query = analyticsQuery.parse({ from: '2026-09-01', to: '2026-10-31' })

async function importAndMatch(deps: TestDeps, ctx: ProjectContext, file = report): Promise<void> {
  await anImportedReport(deps, ctx, file)
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
}

it('computes figures per click from days with clicks only, and the same figure for a link or product everywhere', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const lamp = await aLink(deps, ctx, { slug: 'lamp', target: 'https://www.amazon.com/dp/B0MOVED001?tag=shelf-20' })
  const other = await aLink(deps, ctx, { slug: 'other' })
  const product = await aProduct(deps, ctx, { urls: [lamp.url_id] })
  await recordClicks(deps, ctx, [
    { at: '2026-09-08T09:00:00Z', linkId: other.url_id },
    { at: '2026-10-01T09:00:00Z', linkId: lamp.url_id, country: 'DE' },
    { at: '2026-10-01T09:00:00Z', linkId: lamp.url_id, productId: product.product_id },
  ])
  await importAndMatch(deps, ctx, `${report}\nHome,Reading Lamp,B0MOVED001,Amazon.com,shelf-20,2026-10-01,40.00,1,0,40.00,3.00,PHONE`)

  const listLinks = () => getLinksNumbers({ ...deps, findLinkTotals }, ctx, { ...query, url_ids: [lamp.url_id] })
  const listBreakdown = (by: string) => getEarningsBreakdown(deps, ctx, earningsBreakdownQuery.parse({ ...query, by }))
  const ofLink = { earned: 460, by_product: 160, by_estimate: 300, epc: 150 }
  expect(await getLinkEarnings(deps, ctx, { ...query, linkId: lamp.url_id })).toMatchObject({ clicks: 2, totals: [ofLink] })
  expect(await listLinks()).toMatchObject({ links: [{ totals: [ofLink] }] })
  expect(await listBreakdown('link')).toMatchObject({ rows: [{ clicks: 2, ...ofLink }] })

  const ofProduct = { ...ofLink, epc: 300 }
  expect(await getProductEarnings(deps, ctx, { ...query, productId: product.product_id })).toMatchObject({ totals: [ofProduct] })
  expect(await getStoreEarnings(deps, ctx, query)).toMatchObject({ clicks: 1, totals: [ofProduct] })
  expect(await listBreakdown('product')).toMatchObject({ rows: [{ clicks: 1, ...ofProduct }] })

  // The project has clicks on the days of the sales of 1.60 and 3.00.
  await updateRates(ctx, { currency: 'EUR', rates: [{ currency: 'USD', rate: 0.5 }] })
  expect(await getEarnings(deps, ctx, query)).toMatchObject({
    clicks: 3,
    totals: [{ earned: 775, epc: 153.333 }],
    estimate: { earned: 388, epc: 76.667 },
  })
})

it('counts the clicks of a breakdown that meet the conditions, by link and by product', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const lamp = await aLink(deps, ctx, { slug: 'lamp' })
  const product = await aProduct(deps, ctx, { urls: [lamp.url_id] })
  const onLamp = { linkId: lamp.url_id, productId: product.product_id }
  const [one, other] = ['01920000-0000-7000-8000-000000000001', '01920000-0000-7000-8000-000000000002']
  const at = '2024-09-17T09:00:00Z'
  await recordClicks(deps, ctx, [
    { ...onLamp, id: one, at, country: 'DE' },
    { ...onLamp, id: other, at, country: 'AT' },
    { ...onLamp, at: '2024-09-18T09:00:00Z', country: 'DE' },
  ])
  const rows = [one, other].map((id, index) => `${index},${at},${at},Approved,5338,${id},123456789012,20.00,1.00`)
  await anImportedReport(
    deps,
    ctx,
    ['EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings', ...rows].join('\n'),
    { currency: 'USD' },
  )
  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
  const range = { from: '2024-09-01', to: '2024-09-30' }
  for (const by of ['link', 'product'] as const) {
    const listRows = async (conditions: object) =>
      (await getEarningsBreakdown(deps, ctx, earningsBreakdownQuery.parse({ ...range, by, ...conditions }))).rows
    expect(await listRows({})).toMatchObject([{ earned: 200, clicks: 3, epc: 66.667 }])
    expect(await listRows({ country: 'DE' })).toMatchObject([{ earned: 100, clicks: 2, epc: 50 }])
  }
})

it('lists sales without a link, latest first, each with the reason, and exports the reasons', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  await aLink(deps, ctx, { slug: 'can', target: 'https://www.amazon.com/dp/B0MOVED002?tag=other-20' })
  const list = (values: Partial<UnmatchedSalesQuery> = {}) =>
    listUnmatchedSales(deps, ctx, { ...unmatchedSalesQuery.parse({ ...query, range: undefined }), ...values })
  await anImportedReport(deps, ctx, report)
  expect((await list()).sales.map(({ reason }) => reason)).toEqual([null, null, null, null, null])

  await matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })
  await anImportedReport(deps, ctx, loadReportFile('amazon-orders.csv').toString())
  const first = await list({ limit: 2 })
  expect(first.sales).toMatchObject([
    { date: '2026-09-12', retailer: 'amazon', item_id: 'B0MOVED001', item_name: 'Reading Lamp', earned: -160, reason: 'no_link' },
    { date: '2026-09-10', item_id: 'B0MOVED003', tracking_id: 'shelf-20', currency: 'USD', earned: 90, reason: 'no_link' },
  ])
  const second = await list({ limit: 3, cursor: first.nextCursor })
  expect(second.sales.map(({ date, reason }) => [date, reason])).toEqual([
    ['2026-09-09', 'other_tag'],
    ['2026-09-08', 'no_link'],
    ['2026-09-03', 'no_link'],
  ])
  expect(second.nextCursor).toBeUndefined()
  expect((await list({ from: '2026-10-01' })).sales).toEqual([])
  expect(await catchErrorCode(list({ cursor: 'x' }))).toBe('REQUEST_INVALID')
  const noah = await aProject(deps, withEverything)
  expect((await listUnmatchedSales(deps, noah, unmatchedSalesQuery.parse(query))).sales).toEqual([])

  const { body } = await exportEarnings(deps, ctx, query)
  const csv = Buffer.concat(await Array.fromAsync(body)).toString()
  expect(csv).toContain(',joined_by,link,unmatched_reason\r\n')
  expect(csv).toContain('No link to this product had this tag')
})
