import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { listTransactions, readReportFile, summarizeReport } from '../imports/report-file.ts'

const uploadedAt = new Date('2026-12-30T12:00:00Z')

async function readSummary(report: string | Buffer) {
  const file = await readReportFile(Buffer.from(report as Buffer), uploadedAt, null)
  if (typeof file === 'string') throw new Error(file)
  return { summary: summarizeReport(file), transactions: listTransactions(file.rows), rows: file.rows }
}

async function readTransactions(csv: string) {
  const { transactions } = await readSummary(csv)
  return transactions.map(({ key, ...transaction }) => transaction)
}

const inEnglish = `Fee-Earnings reports from 09-01-2026 to 09-30-2026

Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group,Direct/Indirect
Home,"Lamp, brass",B0LAMP0001,Amazon.com,lamps-20,September 15 2026,"1,250.50",1,0,"1,250.50",50.02,DESKTOP,Direct
Home,Chair,B0CHAIR001,Amazon.com,lamps-20,September 16 2026,20.00,0,1,-20.00,-0.80,PHONE,Indirect
Total,,,,,,,1,1,"1,230.50",49.22,,`

it('reads an Amazon earnings report with a title, a total and a return', async () => {
  const { summary: report, transactions, rows } = await readSummary(inEnglish)
  expect(report).toMatchObject({
    retailer: 'amazon',
    report: 'amazon_earnings',
    from: '2026-09-15',
    to: '2026-09-16',
    skipped: 1,
    totals: [{ currency: 'USD', earned: 4_922, pending: 0, reversed: 80, sales: 123_050 }],
    tracking_ids: ['lamps-20'],
    questions: ['currency'],
  })
  expect(rows.map(({ line }) => line)).toEqual([4, 5])
  expect(transactions).toMatchObject([
    { kind: 'sale', status: 'approved', amount: 5_002, saleAmount: 125_050, quantity: 1, itemId: 'B0LAMP0001', itemName: 'Lamp, brass' },
    { kind: 'sale', status: 'reversed', amount: -80, reversedAmount: 80, saleAmount: -2_000, quantity: -1 },
  ])
})

it.each([
  [
    'Spanish',
    `Categoría;Nombre;ASIN;Vendedor;ID de seguimiento;Fecha de envío;Precio(€);Productos enviados;Devoluciones;Ingresos(€);Comisiones(€)
Hogar;Lámpara;B0LAMP0001;Amazon.es;lamps-21;15 de septiembre de 2026;1.250,50;1;0;1.250,50;50,02`,
  ],
  [
    'German',
    `Kategorie\tTitel\tASIN\tVerkäufer\tTracking-ID\tVersanddatum\tPreis(€)\tVersendete Artikel\tRücksendungen\tUmsatz(€)\tWerbekostenerstattung(€)
Haus\tLampe\tB0LAMP0001\tAmazon.de\tlamps-21\t15.09.2026\t1.250,50\t1\t0\t1.250,50\t50,02`,
  ],
  [
    'French',
    `Catégorie,Nom,ASIN,Vendeur,ID de suivi,Date d'expédition,Prix(€),Articles expédiés,Retours,Revenus(€),Rémunérations publicitaires(€)
Maison,Lampe,B0LAMP0001,Amazon.fr,lamps-21,15/09/2026,"1250,50",1,0,"1250,50","50,02"`,
  ],
  [
    'Italian',
    `Categoria,Nome,ASIN,Venditore,ID di monitoraggio (Tracking ID),Data di spedizione,Prezzo(€),Articoli spediti,Resi,Ricavi(€),Commissioni pubblicitarie(€)
Casa,Lampada,B0LAMP0001,Amazon.it,lamps-21,15 settembre 2026,"1250,50",1,0,"1250,50","50,02"`,
  ],
])('reads headings in %s, and dates and decimals in their local format', async (_language, csv) => {
  expect(await readTransactions(csv)).toMatchObject([
    {
      occurredOn: '2026-09-15',
      currency: 'EUR',
      amount: 5_002,
      saleAmount: 125_050,
      quantity: 1,
      trackingId: 'lamps-21',
      itemId: 'B0LAMP0001',
    },
  ])
})

it('reads other column names, dates with the month first, and yen without decimals', async () => {
  const csv = `ASIN,Tracking Id,Date Shipped,Qty,Revenue(¥),Commission
B0LAMP0001,lamps-22,07/19/26,2,"12,500",500`
  expect(await readTransactions(csv)).toMatchObject([
    { occurredOn: '2026-07-19', currency: 'JPY', amount: 500, saleAmount: 12_500, quantity: 2 },
  ])
})

it('reads an order report without earnings', async () => {
  const csv = `Category,Name,ASIN,Seller,Tracking ID,Date,Qty,Price($),Link Type,Indirect Sales,Device Type Group
Home,Lamp,B0LAMP0001,Amazon.com,lamps-20,2026-09-14,2,20.00,Text,,DESKTOP`
  expect(await readTransactions(csv)).toMatchObject([
    { kind: 'order', status: 'pending', amount: 0, saleAmount: 4_000, quantity: 2, isDayOfShipment: false },
  ])
})

it('reads a bounty report', async () => {
  const csv = `Bounty Event,Tracking ID,Date,Events,Bounty Earnings($)
Prime trial,lamps-20,2026-09-14,1,3.00
Total,,,1,3.00`
  expect(await readTransactions(csv)).toMatchObject([{ kind: 'bounty', amount: 300, itemName: 'Prime trial', quantity: 1 }])
})

const ebay = 'EpnTransactionId,EventDate,UpdateDate,EventName,Status,CampaignId,CustomId,ItemId,ItemName,Quantity,Sales,Earnings'

it('reads the latest state of each eBay transaction, with times, sub-ids and reversals', async () => {
  const { transactions, summary: report } = await readSummary(`${ebay}
1001,2026-09-15T23:30:00-07:00,2026-09-16T01:00:00-07:00,Winning Bid (Revenue),Pending,5338,click-1,123456789012,Lamp,1,20.00,0.80
1001,2026-09-15T23:30:00-07:00,2026-09-18T01:00:00-07:00,Winning Bid (Revenue),Approved,5338,click-1,123456789012,Lamp,1,20.00,0.90
1002,2026-09-15T10:00:00-07:00,2026-09-17T01:00:00-07:00,Sale,Canceled,5338,,123456789013,Chair,1,10.00,0.40`)
  expect(report.questions).toEqual(['currency'])
  expect(transactions).toMatchObject([
    {
      key: 'ebay:1001',
      status: 'approved',
      amount: 90,
      occurredOn: '2026-09-15',
      occurredAt: '2026-09-16T06:30:00.000Z',
      versionAt: '2026-09-18T08:00:00.000Z',
      subId: 'click-1',
      trackingId: '5338',
    },
    { key: 'ebay:1002', status: 'reversed', amount: 0, reversedAmount: 40, saleAmount: 0 },
  ])
})

it('adds up the adjustments of a report with delta columns', async () => {
  const csv = `EpnTransactionId,EventDate,UpdateDate,Status,CustomId,DeltaQuantity,DeltaSales,DeltaEarnings
1001,2026-09-15,2026-09-16T01:00:00-07:00,Approved,click-1,1,20.00,0.80
1001,2026-09-15,2026-09-18T01:00:00-07:00,Approved,click-1,-1,-20.00,-0.80`
  const { transactions, summary: report } = await readSummary(csv)
  expect(new Set(transactions.map(({ key }) => key)).size).toBe(2)
  expect(report.totals).toMatchObject([{ earned: 0, reversed: 80 }])
})

it('reads each product of an AliExpress order, and uses the final commission if there is one', async () => {
  const csv = `Order ID,Product ID,Product Title,Tracking ID,Payment Time,Order Status,Paid Amount,Estimated Commission,Estimated Finished Commission,dp
8001,1005001,Lamp,mia,2026-09-15 10:22:33,Payment Completed,US $20.00,US $1.00,,click-1
8001,1005002,Chair,mia,2026-09-15 10:22:33,Buyer Confirmed Receipt,US $10.00,US $0.50,US $0.45,click-1
8002,1005001,Lamp,mia,2026-09-16 10:22:33,Invalid,US $20.00,US $1.00,,`
  expect(await readSummary(csv)).toMatchObject({
    summary: { report: 'aliexpress_orders', totals: [{ currency: 'USD', earned: 145, pending: 100, reversed: 100 }], questions: [] },
    transactions: [
      { key: 'aliexpress:8001:1005001', status: 'pending', amount: 100, subId: 'click-1' },
      { key: 'aliexpress:8001:1005002', status: 'approved', amount: 45 },
      { key: 'aliexpress:8002:1005001', status: 'reversed', amount: 0 },
    ],
  })
})

it.each([
  ['Order ID', '11:00:00', '11:00:00', ['aliexpress:8001:1005001', 'aliexpress:8001:1005001#2']],
  ['Order ID', '11:00:00', '12:00:00', ['aliexpress:8001:1005001']],
  ['Sub Order ID', '11:00:00', '11:00:00', ['aliexpress:8001:1005001']],
])('gives AliExpress rows with the same %s and product, changed at %s and %s, the keys %j', async (heading, one, other, keys) => {
  const formatRow = (time: string) => `8001,1005001,2026-09-15 10:22:33,2026-09-16 ${time},Payment Completed,US $1.00`
  const csv = `${heading},Product ID,Payment Time,Update Time,Order Status,Estimated Commission\n${formatRow(one)}\n${formatRow(other)}`
  expect((await readSummary(csv)).transactions.map(({ key }) => key)).toEqual(keys)
})

it('counts each of several equal rows', async () => {
  const row = 'B0LAMP0001,lamps-20,2026-09-15,1,20.00,1.00'
  const { transactions } = await readSummary(`ASIN,Tracking ID,Date Shipped,Items Shipped,Revenue($),Ad Fees($)\n${row}\n${row}\n${row}`)
  expect(new Set(transactions.map(({ key }) => key)).size).toBe(3)
})

it('gives transactions the same keys in overlapping parts of a report, if each part has complete days', async () => {
  const heading = 'ASIN,Tracking ID,Date Shipped,Items Shipped,Revenue($),Ad Fees($)'
  const day = fc.integer({ min: 1, max: 6 })
  const rows = fc.array(fc.record({ day, fee: fc.constantFrom('1.00', '0.50', '-0.50') }), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.tuple(day, day), { maxLength: 4 }), async (all, parts) => {
      const readKeys = async (from: number, to: number) => {
        const lines = all
          .filter((row) => row.day >= from && row.day <= to)
          .map((row) => `B0LAMP0001,lamps-20,2026-09-0${row.day},1,20.00,${row.fee}`)
        return lines.length === 0 ? [] : (await readSummary([heading, ...lines].join('\n'))).transactions.map(({ key }) => key)
      }
      const whole = await readKeys(1, 6)
      const split = new Set<string>()
      for (const [one, other] of [...parts, [1, 3], [3, 6]] as [number, number][])
        for (const key of await readKeys(Math.min(one, other), Math.max(one, other))) split.add(key)
      expect(split).toEqual(new Set(whole))
      expect(new Set(whole).size).toBe(all.length)
    }),
  )
})

it('asks for the order of dates if both orders are possible', async () => {
  const { summary: report } = await readSummary(
    `ASIN,Tracking ID,Date Shipped,Items Shipped,Ad Fees($)\nB0LAMP0001,lamps-20,03/04/26,1,1.00`,
  )
  expect(report).toMatchObject({ questions: ['date_order', 'currency'], date_example: '03/04/26', from: null, to: null })
})

it('explains why a row is rejected, with the column names of its file', async () => {
  const { rows } = await readSummary(`ASIN,Tracking ID,Date Shipped,Items Shipped,Ad Fees($)
B0LAMP0001,lamps-20,yesterday,1,1.00
B0LAMP0001,lamps-20,2026-09-15,1,a lot of money
,lamps-20,2026-09-15,1,1.00`)
  expect(rows.map(({ issues }) => issues)).toEqual([
    [{ column: 'Date Shipped', reason: 'This is not a date' }],
    [{ column: 'Ad Fees($)', reason: 'This is not an amount' }],
    [{ column: 'ASIN', reason: 'This is missing' }],
  ])
})

it.each([
  ['name,price\nLamp,5', 'This is no earnings file that we know'],
  ['ASIN,Tracking ID,Date Shipped,Ad Fees($)', 'This file has no rows.'],
  ['\0\0\0', 'This is neither a CSV or TSV file nor an XLSX workbook'],
])('rejects %j', async (csv, message) => {
  expect(await readReportFile(Buffer.from(csv), uploadedAt, null)).toContain(message)
})

it('reads the same transactions from a workbook as from the CSV report', async () => {
  const header = ['ASIN', 'Tracking ID', 'Date Shipped', 'Items Shipped', 'Revenue($)', 'Ad Fees($)']
  const formatTextCell = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`
  const sheet = `<worksheet><sheetData><row>${formatTextCell('Fee-Earnings')}</row><row>${header.map(formatTextCell).join('')}</row>
    <row>${formatTextCell('B0LAMP0001')}${formatTextCell('lamps-20')}<c s="1"><v>46280</v></c><c><v>1</v></c><c><v>1250.5</v></c><c><v>50.02</v></c></row></sheetData></worksheet>`
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
  const workbook = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': strToU8(sheet), 'xl/styles.xml': strToU8(styles) }))
  const csv = `${header.join(',')}\nB0LAMP0001,lamps-20,"September 15, 2026",1,"1,250.50",50.02`
  expect((await readSummary(workbook)).transactions).toEqual((await readSummary(csv)).transactions)
})
