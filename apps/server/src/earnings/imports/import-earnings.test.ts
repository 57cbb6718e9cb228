import { type FileImportId, unreadableFileMessage } from '@linkshelf/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aCheckedReport, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { type ProjectContext, read } from '../../access/index.ts'
import { runImport } from '../../file-imports/import-jobs.ts'
import { createImport, deleteImport, getImport, getImportReport, listImports, startImport } from '../../file-imports/index.ts'
import { parseInChild } from '../../platform/process/confined/parse-in-child.ts'
import { earningsImports } from './earnings-imports.ts'

const heading = 'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group'

const aRow = (day: number, fee: string, asin = 'B0LAMP0001') =>
  `Home,Lamp,${asin},Amazon.com,lamps-20,2026-09-${String(day).padStart(2, '0')},20.00,1,0,20.00,${fee},DESKTOP`

const aReport = (...rows: string[]) => [heading, ...rows].join('\n')

const createPayload = ({ organization, project }: ProjectContext, importId: FileImportId) => ({
  organizationId: organization.id,
  projectId: project.id,
  importId,
})

async function completeImport(deps: TestDeps, ctx: ProjectContext, report: string, batchRows = 2): Promise<FileImportId> {
  const { import_id: importId } = await aCheckedReport(deps, ctx, report)
  await startImport(earningsImports, ctx, { importId, input: {} })
  await runImport(earningsImports, deps, createPayload(ctx, importId), { batchRows })
  return importId
}

/** Returns the number of current transactions and the sums of their amounts. */
function selectTotals(ctx: ProjectContext): Promise<{ count: number; earned: number; reversed: number }> {
  return read(ctx, async (tx) => {
    const { rows } = await sql<{
      count: number
      earned: number
      reversed: number
    }>`select count(*) as count, coalesce(sum(amount), 0)::int8 as earned,
      coalesce(sum(reversed_amount), 0)::int8 as reversed from earnings where project_id = ${ctx.project.id} and is_current`.execute(tx)
    return rows[0] ?? { count: 0, earned: 0, reversed: 0 }
  })
}

it('describes a checked report, imports it, and describes the result', async () => {
  await using deps = await openTestDeps({ parseForeignFile: parseInChild })
  const ctx = await aProject(deps)
  const report = aReport(aRow(15, '1.00'), aRow(16, '0.50'), 'Home,Lamp,B0LAMP0001,Amazon.com,lamps-20,soon,20.00,1,0,20.00,1.00,DESKTOP')
  const checked = await aCheckedReport(deps, ctx, report)
  expect(checked).toMatchObject({
    state: 'ready',
    retailer: 'amazon',
    report: 'amazon_earnings',
    from: '2026-09-15',
    to: '2026-09-16',
    rows: 3,
    added: 2,
    known: 0,
    rejected: 1,
    totals: [{ currency: 'USD', earned: 150 }],
    ignored_columns: ['Category', 'Seller', 'Device Type Group'],
  })
  expect(await selectTotals(ctx)).toMatchObject({ count: 0 })

  await startImport(earningsImports, ctx, { importId: checked.import_id, input: {} })
  await runImport(earningsImports, deps, createPayload(ctx, checked.import_id))
  expect(await getImport(earningsImports, ctx, checked.import_id)).toMatchObject({
    state: 'done',
    processed: 3,
    added: 2,
    known: 0,
    rejected: 1,
  })
  expect(await selectTotals(ctx)).toEqual({ count: 2, earned: 150, reversed: 0 })
  const { body } = await getImportReport(earningsImports, deps, ctx, checked.import_id)
  expect(Buffer.concat(await Array.fromAsync(body)).toString()).toContain('4,Date Shipped,This is not a date,Home,Lamp')
})

it('counts a report once even if it is imported several times, and counts each of several equal rows', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const report = aReport(aRow(15, '1.00'), aRow(15, '1.00'), aRow(15, '1.00'))
  await completeImport(deps, ctx, report)
  const again = await completeImport(deps, ctx, report)
  expect(await getImport(earningsImports, ctx, again)).toMatchObject({ added: 0, known: 3 })
  expect(await selectTotals(ctx)).toEqual({ count: 3, earned: 300, reversed: 0 })
})

it('counts a product as often as an AliExpress order contains it, even if the report is imported several times', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const formatRow = (time: string) => `8001,1005001,2026-09-15 10:22:33,${time},Payment Completed,US $20.00,US $1.00`
  const formatReport = (time: string) =>
    ['Order ID,Product ID,Payment Time,Update Time,Order Status,Paid Amount,Estimated Commission', formatRow(time), formatRow(time)].join(
      '\n',
    )
  for (const time of ['2026-09-15 11:00:00', '2026-09-15 11:00:00', '2026-09-20 11:00:00']) {
    await completeImport(deps, ctx, formatReport(time))
    expect(await selectTotals(ctx)).toEqual({ count: 2, earned: 200, reversed: 0 })
  }
})

it('creates one import for two equal concurrent uploads', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const upload = () => createImport(earningsImports, deps, ctx, new File([aReport(aRow(15, '1.00'))], 'report.csv'))
  const [one, other] = await Promise.all([upload(), upload()])
  expect(other.import_id).toBe(one.import_id)
  expect(await listImports(earningsImports, ctx)).toHaveLength(1)
})

it('counts transactions once if two imports with them run at the same time', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const rows = Array.from({ length: 20 }, (_, index) => aRow(1 + index, '1.00'))
  const ids = await Promise.all(
    [aReport(...rows), aReport(...rows, aRow(25, '1.00'))].map(async (report) => (await aCheckedReport(deps, ctx, report)).import_id),
  )
  for (const importId of ids) await startImport(earningsImports, ctx, { importId, input: {} })
  await Promise.all(ids.map((importId) => runImport(earningsImports, deps, createPayload(ctx, importId), { batchRows: 3 })))
  expect(await selectTotals(ctx)).toEqual({ count: 21, earned: 2_100, reversed: 0 })
  const counts = await listImports(earningsImports, ctx)
  expect(counts.map(({ added, known }) => added + known).toSorted((one, other) => one - other)).toEqual([20, 21])
  expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(21)
})

/** Creates deps that fail after the given number of ids, as if the process were killed. */
function createDepsFailingAt(deps: TestDeps, batch: number): TestDeps {
  let batches = 0
  const ids = {
    next: () => {
      batches += 1
      if (batches > batch) throw new Error('killed')
      return deps.ids.next()
    },
  } as TestDeps['ids']
  return { ...deps, ids }
}

it('continues after the last complete batch if the process is killed', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const rows = Array.from({ length: 9 }, (_, index) => aRow(1 + index, '1.00'))
  const { import_id: importId } = await aCheckedReport(deps, ctx, aReport(...rows))
  await startImport(earningsImports, ctx, { importId, input: {} })
  // The job's request and each row get one id, so the third batch fails.
  await expect(runImport(earningsImports, createDepsFailingAt(deps, 6), createPayload(ctx, importId), { batchRows: 2 })).rejects.toThrow(
    'killed',
  )
  expect(await getImport(earningsImports, ctx, importId)).toMatchObject({ state: 'importing', processed: 4, added: 4 })
  expect(await selectTotals(ctx)).toMatchObject({ count: 4 })

  await runImport(earningsImports, deps, createPayload(ctx, importId), { batchRows: 2 })
  expect(await getImport(earningsImports, ctx, importId)).toMatchObject({ state: 'done', processed: 9, added: 9, known: 0 })
  expect(await selectTotals(ctx)).toEqual({ count: 9, earned: 900, reversed: 0 })
})

const ebay = 'EpnTransactionId,EventDate,UpdateDate,Status,CustomId,ItemId,Sales,Earnings'
const formatEbayRow = (id: number, updated: number, status: string, earned: string) =>
  `${id},2026-09-15,2026-09-${updated}T01:00:00-07:00,${status},,123456789012,20.00,${earned}`

async function completeDollarImport(deps: TestDeps, ctx: ProjectContext, report: string): Promise<FileImportId> {
  const { import_id: importId, questions } = await aCheckedReport(deps, ctx, report)
  expect(questions).toEqual(['currency'])
  await expect(startImport(earningsImports, ctx, { importId, input: {} })).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
    message: 'Say which currency this file is in',
  })
  await startImport(earningsImports, ctx, { importId, input: { currency: 'USD' } })
  await runImport(earningsImports, deps, createPayload(ctx, importId))
  return importId
}

it('replaces a status with a later status, in any order of imports, and undoes each import', async () => {
  await using deps = await openTestDeps()
  const pending = [ebay, formatEbayRow(1, 16, 'Pending', '0.80'), formatEbayRow(2, 16, 'Pending', '0.40')].join('\n')
  const later = [ebay, formatEbayRow(1, 20, 'Approved', '0.90'), formatEbayRow(2, 20, 'Canceled', '0.40')].join('\n')
  for (const order of [
    [pending, later],
    [later, pending],
  ] as const) {
    const ctx = await aProject(deps)
    const ids = [await completeDollarImport(deps, ctx, order[0]), await completeDollarImport(deps, ctx, order[1])] as const
    expect(await selectTotals(ctx)).toEqual({ count: 2, earned: 90, reversed: 40 })

    await deleteImport(earningsImports, ctx, ids[order.indexOf(later)] as FileImportId)
    expect(await selectTotals(ctx)).toEqual({ count: 2, earned: 120, reversed: 0 })
    await deleteImport(earningsImports, ctx, ids[order.indexOf(pending)] as FileImportId)
    expect(await selectTotals(ctx)).toEqual({ count: 0, earned: 0, reversed: 0 })
    await expect(deleteImport(earningsImports, ctx, ids[0])).rejects.toMatchObject({ code: 'EARNINGS_IMPORT_NOT_FOUND' })
  }
})

/** Returns the projects whose sales are waiting to be matched, and removes their jobs from the queue. */
async function takeMatchingJobs(deps: TestDeps): Promise<string[]> {
  const query = `delete from graphile_worker._private_jobs using graphile_worker._private_tasks as tasks
      where tasks.id = task_id and identifier = 'match-earnings' returning payload`
  return (await queryAsOwner<{ payload: { projectId: string } }>(deps, query)).map(({ payload }) => payload.projectId)
}

it('matches transactions that become current again when an import is undone', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await completeDollarImport(deps, ctx, [ebay, formatEbayRow(1, 16, 'Pending', '0.80')].join('\n'))
  const later = await completeDollarImport(deps, ctx, [ebay, formatEbayRow(1, 20, 'Approved', '0.90')].join('\n'))
  expect(await takeMatchingJobs(deps)).toEqual([ctx.project.id])
  await deleteImport(earningsImports, ctx, later)
  expect(await takeMatchingJobs(deps)).toEqual([ctx.project.id])
})

it('asks for the order of dates, and imports with the answer', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const row = aRow(15, '1.00').replace('2026-09-15', '03/04/26')
  const { import_id: importId, questions } = await aCheckedReport(deps, ctx, aReport(row))
  // Several currencies share the dollar sign, so the import proposes USD and asks the owner.
  expect(questions).toEqual(['date_order', 'currency'])
  await expect(startImport(earningsImports, ctx, { importId, input: {} })).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  await startImport(earningsImports, ctx, { importId, input: { date_order: 'month_first' } })
  await runImport(earningsImports, deps, createPayload(ctx, importId))
  const days = await read(ctx, (tx) => sql<{ day: string }>`select occurred_on::text as day from earnings`.execute(tx))
  expect(days.rows).toEqual([{ day: '2026-03-04' }])
})

it('stores an error message for a file that is not a report, and does not start an import', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { import_id: importId, state, failure } = await aCheckedReport(deps, ctx, 'name,price\nLamp,5')
  expect([state, failure]).toEqual(['failed', expect.stringContaining('This is no earnings file that we know')])
  await expect(startImport(earningsImports, ctx, { importId, input: {} })).rejects.toMatchObject({ code: 'EARNINGS_IMPORT_NOT_READY' })
})

it('computes the same totals from overlapping parts of a report, if each part has complete days', async () => {
  await using deps = await openTestDeps()
  const rows = fc.array(fc.record({ day: fc.integer({ min: 1, max: 6 }), fee: fc.constantFrom('1.00', '0.50', '-0.50') }), {
    minLength: 1,
    maxLength: 12,
  })
  const ranges = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(rows, ranges, async (all, parts) => {
      const [whole, split] = [await aProject(deps), await aProject(deps)]
      const formatLines = (from: number, to: number) =>
        all.filter(({ day }) => day >= from && day <= to).map(({ day, fee }) => aRow(day, fee))
      await completeImport(deps, whole, aReport(...formatLines(1, 6)), 5)
      // The last two parts contain every row that may be missing from the random parts.
      for (const [one, other] of [...parts, [1, 3], [3, 6]] as [number, number][]) {
        const lines = formatLines(Math.min(one, other), Math.max(one, other))
        if (lines.length > 0) await completeImport(deps, split, aReport(...lines), 4)
      }
      expect(await selectTotals(split)).toEqual(await selectTotals(whole))
    }),
    { numRuns: 3 },
  )
})

it("fails permanently if the database can't store an amount", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const orders = 'ASIN,Tracking ID,Date,Price($),Qty\nB0LAMP0001,lamps-20,2026-09-15,999999999999,1000000'

  const importId = await completeImport(deps, ctx, orders)

  expect(await getImport(earningsImports, ctx, importId)).toMatchObject({ state: 'failed', failure: unreadableFileMessage })
})
