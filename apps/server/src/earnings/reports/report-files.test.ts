import { expect, it } from 'vitest'
import { anAmazonWorkbook, listReportFiles, loadReportFile } from '../../../test/reports/report-files.ts'
import { listTransactions, readReportFile, summarizeReport } from '../imports/report-file.ts'

async function read(file: Buffer) {
  const parsed = await readReportFile(file, new Date('2026-11-25T12:00:00Z'), null)
  if (typeof parsed === 'string') throw new Error(parsed)
  return { ...parsed, summary: summarizeReport(parsed), transactions: listTransactions(parsed.rows) }
}

it.each(listReportFiles())('reads $name as $report, with a tag or a campaign, and rejects no row', async ({ report, file, name }) => {
  const { summary, rows, transactions } = await read(file)
  expect(summary).toMatchObject({ report, from: expect.any(String), sheets: [] })
  expect(rows.flatMap(({ issues }) => issues)).toEqual([])
  expect(transactions).not.toEqual([])
  if (!name.includes('few-columns')) expect(summary.tracking_ids).toHaveLength(1)
})

it('reads the tag of orders and the name of bounties', async () => {
  expect((await read(loadReportFile('amazon-orders.csv'))).transactions).toMatchObject([
    { kind: 'order', trackingId: 'shelf-20', occurredOn: '2026-09-02', quantity: 2, saleAmount: 5_100, isDirect: true },
    { kind: 'order', quantity: 1, isDirect: true },
    { kind: 'order', quantity: 3, isDirect: false },
  ])
  const { transactions, skipped } = await read(loadReportFile('amazon-bounties.csv'))
  expect(transactions).toMatchObject([
    { kind: 'bounty', itemName: 'Prime Video Trial', itemId: null, trackingId: 'shelf-20', quantity: 2, amount: 600 },
    { kind: 'bounty', itemName: 'Kids Books Trial', amount: 350 },
  ])
  expect(skipped).toBe(1)
})

it('does not read a bank statement as bounties', async () => {
  const parsed = await readReportFile(
    Buffer.from('Date,Name,Tag,Amount\n2026-09-02,Salary,income,2500.00'),
    new Date('2026-11-25T12:00:00Z'),
    null,
  )
  expect(parsed).toEqual(expect.any(String))
})

it('counts one item as ordered and shipped if an earnings report has no quantities', async () => {
  const csv = 'ASIN,Tracking ID,Date Shipped,Ad Fees($)\nB0LAMP0001,lamps-20,2026-09-15,1.00'
  expect((await read(Buffer.from(csv))).transactions).toMatchObject([{ quantity: 1, shippedQuantity: 1 }])
})

const heading = 'ASIN,Tracking ID,Date Shipped,Items Shipped,Ad Fees($)'

it.each([
  ['Direct Sale', 'di', true],
  ['Direct Sale', 'ndi', false],
  ['Direct Sale', 'No', false],
  ['Indirect Sales', 'di', true],
  ['Indirect Sales', 'Yes', false],
  ['Indirect Sales', 'No', true],
  ['Direct/Indirect', 'Indirecto', false],
  ['Direct/Indirect', '', null],
  ['Device Type Group', 'di', null],
])('reads directness from %s: %s as %s', async (column, written, isDirect) => {
  const { transactions, summary } = await read(Buffer.from(`${heading},${column}\nB0LAMP0001,lamps-20,2026-09-15,1,1.00,${written}`))
  expect(transactions).toMatchObject([{ isDirect }])
  expect([summary.direct, summary.indirect]).toEqual([Number(isDirect === true), Number(isDirect === false)])
})

it('stores sub-tags unchanged, and gives a sale the same key without them', async () => {
  const { transactions } = await read(loadReportFile('amazon-earnings-sub-tag.csv'))
  expect(transactions.map(({ subId }) => subId)).toEqual(['GiftGuide', null])
  const row = 'B0LAMP0001,lamps-20,2026-09-15,1,1.00'
  const [plain, tagged] = await Promise.all(
    [`${heading}\n${row}`, `${heading},Sub Tag,Direct Sale\n${row},GiftGuide,di`].map((csv) => read(Buffer.from(csv))),
  )
  expect(tagged?.transactions.map(({ key }) => key)).toEqual(plain?.transactions.map(({ key }) => key))
})

it('imports every recognized sheet of a workbook, and lists the others', async () => {
  const { summary, rows, transactions, header, ignoredColumns } = await read(anAmazonWorkbook())
  expect(summary).toMatchObject({
    report: 'amazon_earnings',
    sheets: [
      { name: 'Fee-Orders', report: 'amazon_orders', rows: 3 },
      { name: 'Fee-Earnings', report: 'amazon_earnings', rows: 2 },
      { name: 'Fee-Bounty', report: 'amazon_bounties', rows: 3 },
      { name: 'Fee-Tracking', report: null, rows: 0 },
    ],
    skipped: 1,
    ordered_items: 6,
    totals: [{ currency: 'USD', earned: 1_034, reversed: 120, sales: 2_100 }],
    from: '2026-09-02',
    to: '2026-09-11',
  })
  expect(rows.map(({ sheet, line }) => `${sheet} ${line}`)).toEqual([
    ...['Fee-Orders 3', 'Fee-Orders 4', 'Fee-Orders 5'],
    ...['Fee-Earnings 3', 'Fee-Earnings 4', 'Fee-Bounty 3', 'Fee-Bounty 4'],
  ])
  expect(header.slice(0, 3)).toEqual(['sheet', 'Category', 'Name'])
  expect(ignoredColumns).toContain('Device Type Group')
  const named = rows.map(({ sheet, cells }) => [sheet, cells[header.indexOf('sheet')], cells[header.indexOf('ASIN')]])
  expect(named.at(0)).toEqual(['Fee-Orders', 'Fee-Orders', 'B0LAMP0001'])
  expect(named.at(-1)).toEqual(['Fee-Bounty', 'Fee-Bounty', ''])

  const alone = await Promise.all(
    ['amazon-orders.csv', 'amazon-earnings.csv', 'amazon-bounties.csv'].map((name) => read(loadReportFile(name))),
  )
  expect(transactions.map(({ key }) => key)).toEqual(alone.flatMap((part) => part.transactions.map(({ key }) => key)))
})
