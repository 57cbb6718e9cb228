import { readFile } from 'node:fs/promises'
import { analyticsQuery, earningsBreakdownQuery, type UnmatchedReason } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, anImportedReport, anIntegration, aProduct, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createClickIdAt, recordClicks } from '../../../test/record-clicks.ts'
import { loadReportFile } from '../../../test/reports/report-files.ts'
import type { ProjectContext } from '../../access/index.ts'
import { deleteImport } from '../../file-imports/index.ts'
import { deleteLink } from '../../links/write/delete-link.ts'
import { earningsImports } from '../imports/earnings-imports.ts'
import { getEarnings, getLinkEarnings, getProductEarnings, getStoreEarnings } from '../reading/get-earnings.ts'
import { getEarningsBreakdown } from '../reading/get-earnings-breakdown.ts'
import { matchEarnings, matchStoredEarningsTask } from './match-earnings.ts'

const withEverything = { settings: ['package=Business', 'full_analytics_enabled=true'] }
const report = loadReportFile('amazon-earnings-before-clicks.csv').toString()
/** All sales of the report are from September. The clicks of these tests begin in October. */
const query = analyticsQuery.parse({ from: '2026-09-01', to: '2026-10-31' })
const clicksBegin = '2026-10-01T09:00:00Z'
const toPage = (asin: string, tag?: string) => `https://www.amazon.com/dp/${asin}${tag === undefined ? '' : `?tag=${tag}`}`

const runMatching = (deps: TestDeps, ctx: ProjectContext) =>
  matchEarnings(deps, { organizationId: ctx.organization.id, projectId: ctx.project.id })

async function importAndMatch(deps: TestDeps, ctx: ProjectContext, file = report) {
  const importId = await anImportedReport(deps, ctx, file)
  await runMatching(deps, ctx)
  return importId
}

/** Returns the reason of each sale without a link, by the sale's product. */
async function listReasons(deps: TestDeps, ctx: ProjectContext): Promise<Record<string, UnmatchedReason>> {
  const rows = await queryAsOwner<{ item_id: string; reason: UnmatchedReason }>(
    deps,
    'select coalesce(item_id, $2) as item_id, unmatched_reason as reason from earnings where project_id = $1 and is_current and method is null order by item_id',
    [ctx.project.id, 'none'],
  )
  return Object.fromEntries(rows.map(({ item_id, reason }) => [item_id, reason]))
}

it('joins a file whose sales are older than all clicks by product and tag, and counts them for link, product and store', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const lamp = await aLink(deps, ctx, { slug: 'lamp', target: toPage('B0MOVED001', 'Shelf-20') })
  await aLink(deps, ctx, { slug: 'later', target: toPage('B0MOVED001', 'shelf-20') })
  const can = await aLink(deps, ctx, { slug: 'can', target: toPage('B0MOVED002', 'other-20') })
  const product = await aProduct(deps, ctx, { urls: [lamp.url_id] })
  await recordClicks(deps, ctx, [
    { at: clicksBegin, linkId: lamp.url_id },
    { at: clicksBegin, linkId: can.url_id },
  ])
  const importId = await importAndMatch(deps, ctx)

  const total = { currency: 'USD', earned: 160, by_product: 160, by_click: 0, by_estimate: 0, unassigned: 0 }
  const listTotals = () =>
    Promise.all([
      getLinkEarnings(deps, ctx, { ...query, linkId: lamp.url_id }),
      getProductEarnings(deps, ctx, { ...query, productId: product.product_id }),
      getStoreEarnings(deps, ctx, query),
    ])
  for (const { totals } of await listTotals()) expect(totals).toMatchObject([total])
  expect(await getEarnings(deps, ctx, query)).toMatchObject({ totals: [{ earned: 475, by_product: 160, unassigned: 315 }] })
  const { rows } = await getEarningsBreakdown(deps, ctx, earningsBreakdownQuery.parse({ ...query, by: 'link' }))
  expect(rows).toMatchObject([{ id: lamp.url_id, earned: 160, by_product: 160 }])
  expect(await listReasons(deps, ctx)).toEqual({ B0MOVED002: 'other_tag', B0MOVED003: 'no_link' })

  await deleteImport(earningsImports, ctx, importId)
  for (const { totals } of await listTotals()) expect(totals).toEqual([])
})

it('gives the sale to the link that was created first, and nothing to deleted links', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  await anIntegration(ctx, { trackingId: 'shelf-20' })
  const [deleted, later, first] = [
    await aLink(deps, ctx, { slug: 'deleted', target: toPage('B0MOVED001', 'shelf-20') }),
    await aLink(deps, ctx, { slug: 'later', target: toPage('B0MOVED001', 'shelf-20') }),
    await aLink(deps, ctx, { slug: 'first', target: toPage('B0MOVED001') }),
  ]
  // The link was imported later, and is older than the other links.
  await queryAsOwner(deps, "update links set created_at = '2020-01-01' where id = $1", [first.url_id])
  await deleteLink(ctx, deleted.url_id)
  await importAndMatch(deps, ctx)
  const getTotals = async (linkId: typeof first.url_id) => (await getLinkEarnings(deps, ctx, { ...query, linkId })).totals
  expect(await getTotals(first.url_id)).toMatchObject([{ by_product: 160 }])
  expect(await getTotals(later.url_id)).toEqual([])
})

it('joins by product only sales without a click id that are older than the first click of every link to the product', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const toItem = (id: string) => `https://www.ebay.com/itm/${id}`
  const [lamp, other] = [
    await aLink(deps, ctx, { slug: 'lamp', target: toItem('123456789012') }),
    await aLink(deps, ctx, { slug: 'other', target: `${toItem('123456789012')}?campid=1&toolid=1` }),
  ]
  await aLink(deps, ctx, { slug: 'unvisited', target: toItem('210987654321') })
  await recordClicks(deps, ctx, [
    { at: '2026-09-20T09:00:00Z', linkId: lamp.url_id },
    { at: '2026-09-10T09:00:00Z', linkId: other.url_id, isBot: true },
    { at: '2026-09-15T09:00:00Z', linkId: other.url_id },
  ])
  const formatSale = (id: number, time: string, click: string, item: string) =>
    `${id},2026-${time}Z,2026-10-01T01:00:00Z,Approved,,${click},${item},20.00,${id}.00`
  const file = [
    'EpnTransactionId,EventDate,UpdateDate,Status,CampaignId,CustomId,ItemId,Sales,Earnings',
    formatSale(1, '09-15T08:59:00', '', '123456789012'), // older than every click
    formatSale(2, '09-15T10:00:00', '', '123456789012'), // newer than a click, so estimated
    formatSale(4, '09-18T10:00:00', '', '123456789012'), // newer than a click, and no click in the days before
    formatSale(8, '09-01T10:00:00', createClickIdAt('2026-09-01T09:00:00Z', '1'), '123456789012'),
    formatSale(16, '09-01T10:00:00', 'my-video', '210987654321'), // a sub-id of the owner, and no click at all
    formatSale(32, '09-01T10:00:00', '', '555555555555'),
  ].join('\n')
  await anImportedReport(deps, ctx, file, { currency: 'USD' })
  await runMatching(deps, ctx)
  const [total] = (await getEarnings(deps, ctx, query)).totals
  expect(total).toMatchObject({ by_product: 1_700, by_estimate: 200, unassigned: 4_400 })
  expect(await listReasons(deps, ctx)).toMatchObject({ 555555555555: 'no_link' })
})

it('hides the days that the plan hides', async () => {
  const now = new Date('2026-10-20T12:00:00Z')
  await using deps = await openTestDeps({ clicks: true, clock: { now: () => now } })
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { target: toPage('B0MOVED002', 'shelf-20') })
  const file = `${report}\nGarden,Watering Can,B0MOVED002,Amazon.com,shelf-20,2026-10-10,25.00,1,0,25.00,1.00,PHONE`
  await importAndMatch(deps, ctx, file)
  const { totals } = await getLinkEarnings(deps, { ...ctx, now }, { ...analyticsQuery.parse({ range: 'all' }), linkId: link.url_id })
  expect(totals).toMatchObject([{ by_product: 100 }])
})

const migration = new URL('../../../migrations/0740_stored_sales_by_product.sql', import.meta.url)

it('joins sales that an earlier release stored without a link once, and estimates none of them again', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const lamp = await aLink(deps, ctx, { slug: 'lamp', target: toPage('B0MOVED001', 'shelf-20') })
  const can = await aLink(deps, ctx, { slug: 'can', target: toPage('B0MOVED002', 'shelf-20') })
  await importAndMatch(deps, ctx)
  await queryAsOwner(deps, 'update earnings set method = null, link_id = null, product_id = null, unmatched_reason = null')
  await recordClicks(deps, ctx, [
    { at: clicksBegin, linkId: lamp.url_id },
    { at: '2026-09-08T09:00:00Z', linkId: can.url_id },
  ])

  await runAsOwner(deps, async (owner) => void (await owner.query(await readFile(migration, 'utf8'))))
  const job = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  expect(
    await queryAsOwner(
      deps,
      'select payload from graphile_worker._private_jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = $1',
      [matchStoredEarningsTask],
    ),
  ).toEqual([{ payload: job }])
  await matchEarnings(deps, job)
  expect((await getEarnings(deps, ctx, query)).totals).toMatchObject([{ by_product: 160, by_estimate: 0, unassigned: 315 }])
  expect(await listReasons(deps, ctx)).toEqual({ B0MOVED002: 'no_clicks', B0MOVED003: 'no_link' })

  const countEntries = () =>
    queryAsOwner(deps, "select from audit_log where action = 'earnings.match' and project_id = $1", [ctx.project.id])
  const before = await countEntries()
  await matchEarnings(deps, job)
  expect(await countEntries()).toHaveLength(before.length)
  expect(await queryAsOwner(deps, `select from pg_class where relname = 'earnings' and relforcerowsecurity`)).toHaveLength(1)
})
