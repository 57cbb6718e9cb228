import { readFile } from 'node:fs/promises'
import { analyticsQuery, type EarningsQuery, earningsBreakdownQuery, type FileImportId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCheckedReport, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { anAmazonWorkbook, loadReportFile } from '../../../test/reports/report-files.ts'
import type { ProjectContext } from '../../access/index.ts'
import { runImport } from '../../file-imports/import-jobs.ts'
import { deleteImport, getImport, getImportReport, startImport } from '../../file-imports/index.ts'
import { parseInChild } from '../../platform/process/confined/parse-in-child.ts'
import { exportEarnings } from '../reading/export-earnings.ts'
import { getEarnings } from '../reading/get-earnings.ts'
import { getEarningsBreakdown } from '../reading/get-earnings-breakdown.ts'
import { earningsImports } from './earnings-imports.ts'

async function completeImport(
  deps: TestDeps,
  ctx: ProjectContext,
  report: string | Buffer<ArrayBuffer>,
  batchRows = 2,
): Promise<FileImportId> {
  const { import_id: importId } = await aCheckedReport(deps, ctx, report)
  await startImport(earningsImports, ctx, { importId, input: { currency: 'USD' } })
  await runImport(earningsImports, deps, { organizationId: ctx.organization.id, projectId: ctx.project.id, importId }, { batchRows })
  return importId
}

function createSeptemberQuery(): EarningsQuery {
  return analyticsQuery.parse({ from: '2026-09-01', to: '2026-09-30' })
}

const withEverything = { settings: ['package=Business', 'full_analytics_enabled=true'] }

async function countOrderedItems(deps: TestDeps, ctx: ProjectContext): Promise<number> {
  return (await getEarnings(deps, ctx, createSeptemberQuery())).ordered_items
}

it('counts an item once if both an order report and an earnings report have it, in any order of imports and undos', async () => {
  await using deps = await openTestDeps({ parseForeignFile: parseInChild, clicks: true })
  const [orders, earnings] = [loadReportFile('amazon-orders.csv'), loadReportFile('amazon-earnings.csv')]
  const ctx = await aProject(deps, withEverything)

  const first = await completeImport(deps, ctx, orders)
  expect(await countOrderedItems(deps, ctx)).toBe(6)
  const second = await completeImport(deps, ctx, earnings)
  expect(await countOrderedItems(deps, ctx)).toBe(4)
  await completeImport(deps, ctx, anAmazonWorkbook(), 1)
  expect(await countOrderedItems(deps, ctx)).toBe(4)
  await deleteImport(earningsImports, ctx, first)
  await deleteImport(earningsImports, ctx, second)
  expect(await countOrderedItems(deps, ctx)).toBe(4)

  const other = await aProject(deps, withEverything)
  const shipped = await completeImport(deps, other, earnings)
  expect(await countOrderedItems(deps, other)).toBe(0)
  await completeImport(deps, other, orders, 1)
  expect(await countOrderedItems(deps, other)).toBe(4)
  await deleteImport(earningsImports, other, shipped)
  expect(await countOrderedItems(deps, other)).toBe(6)
})

it('treats the oldest orders as shipped first, and assigns no order to a shipment that precedes all orders', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  const formatRows = (heading: string, ...lines: string[]) => [heading, ...lines.map((line) => `B0LAMP0001,shelf-20,${line}`)].join('\n')
  await completeImport(
    deps,
    ctx,
    formatRows('ASIN,Tag,Date,Price($),Qty', '2026-09-05,10.00,1', '2026-09-10,10.00,4', '2026-09-20,10.00,1'),
  )
  await completeImport(
    deps,
    ctx,
    formatRows('ASIN,Tracking ID,Date Shipped,Items Shipped,Ad Fees($)', '2026-09-01,7,1.00', '2026-09-12,2,1.00', '2026-09-12,1,1.00'),
  )
  const countItemsOn = async (day: string) =>
    (await getEarnings(deps, ctx, { ...createSeptemberQuery(), from: day, to: day })).ordered_items
  expect([await countItemsOn('2026-09-05'), await countItemsOn('2026-09-10'), await countItemsOn('2026-09-20')]).toEqual([0, 2, 1])
})

it("breaks earnings down by directness and by the owner's part of a sub-id", async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  for (const name of ['amazon-earnings.csv', 'amazon-earnings-sub-tag.csv', 'amazon-orders.csv'])
    await completeImport(deps, ctx, loadReportFile(name))
  const click = '0197a000-0000-7000-8000-000000000001'
  const heading = 'ASIN,Tracking ID,Sub Tag,Date Shipped,Items Shipped,Ad Fees($)'
  await completeImport(
    deps,
    ctx,
    `${heading}\nB0OWN00001,shelf-20,GiftGuide-${click},2026-09-15,1,5.00\nB0OWN00002,shelf-20,${click},2026-09-15,1,7.00`,
  )
  const listBreakdown = async (kind: string) => {
    const { rows, unassigned } = await getEarningsBreakdown(
      deps,
      ctx,
      earningsBreakdownQuery.parse({ ...createSeptemberQuery(), by: kind }),
    )
    return [...rows.map(({ id, earned, conversions }) => [id, earned, conversions]), ...unassigned.map(({ earned }) => [null, earned])]
  }
  expect(await listBreakdown('directness')).toEqual([
    ['direct', 204, 1],
    ['indirect', -120, 0],
    [null, 1_262],
  ])
  expect(await listBreakdown('sub_id')).toEqual([
    ['GiftGuide', 602, 2],
    [null, 744],
  ])
})

it('exports each sale and order with its sub-id, its directness and its number of shipped items', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  for (const name of ['amazon-orders.csv', 'amazon-earnings.csv', 'amazon-earnings-sub-tag.csv'])
    await completeImport(deps, ctx, loadReportFile(name))
  const { body, headers } = await exportEarnings(deps, ctx, createSeptemberQuery())
  const lines = Buffer.concat(await Array.fromAsync(body))
    .toString()
    .trim()
    .split('\r\n')
  expect(headers['content-disposition']).toContain('earnings-2026-09-01-to-2026-09-30.csv')
  expect(lines.at(0)).toContain(
    'date,retailer,kind,status,direct_or_indirect,item_id,item,tracking_id,sub_id,quantity,shipped_items_of_order,currency,earned',
  )
  expect(lines).toHaveLength(8)
  expect(lines).toContain('2026-09-02,amazon,order,pending,direct,B0LAMP0001,"Lamp, brass",shelf-20,,2,2,USD,0,0,,,,')
  expect(lines).toContain('2026-09-13,amazon,sale,approved,,B0LAMP0001,"Lamp, brass",shelf-20,GiftGuide,1,,USD,1.02,0,25.5,,,')
  expect(lines).toContain('2026-09-11,amazon,sale,reversed,indirect,B0RAKE0003,Rake,shelf-20,,-1,,USD,-1.2,1.2,-30,,,')
})

it("reports rejected rows of several sheets with the sheet's name, even if their line numbers are equal", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const breakDates = (csv: string) => csv.replace('2026-09-04 00:00:00', 'soon').replace('2026-09-02 00:00:00', 'later')
  const { import_id: importId, rejected } = await aCheckedReport(deps, ctx, anAmazonWorkbook(breakDates))
  expect(rejected).toBe(2)
  expect(await getImport(earningsImports, ctx, importId)).toMatchObject({ report: 'amazon_earnings', direct: 1, indirect: 2 })
  const { body } = await getImportReport(earningsImports, deps, ctx, importId)
  const text = Buffer.concat(await Array.fromAsync(body)).toString()
  expect(text).toContain('line,column,reason,sheet,Category,Name')
  expect(text).toContain('3,Date,This is not a date,Fee-Orders,Home')
  expect(text).toContain('3,Date Shipped,This is not a date,Fee-Earnings,Home')
})

const migration = new URL('../../../migrations/0475_orders_of_earnings.sql', import.meta.url)

it('counts an order once if an earlier version imported both the order and its shipment', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps, withEverything)
  for (const name of ['amazon-orders.csv', 'amazon-earnings.csv']) await completeImport(deps, ctx, loadReportFile(name))
  const counted = 'select item_id, kind, is_direct, shipped_quantity, fulfilled_quantity from earnings order by id'
  const before = await queryAsOwner(deps, counted)
  await runAsOwner(deps, async (owner) => {
    await owner.query('alter table earnings drop column is_direct, drop column shipped_quantity, drop column fulfilled_quantity')
    await owner.query(await readFile(migration, 'utf8'))
  })
  expect(await queryAsOwner(deps, counted)).toEqual(before.map((row) => ({ ...row, is_direct: null })))
  expect(await countOrderedItems(deps, ctx)).toBe(4)
  expect(await queryAsOwner(deps, `select from pg_class where relname = 'earnings' and relforcerowsecurity`)).toHaveLength(1)
})
