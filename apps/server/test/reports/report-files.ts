// Reports with invented values in the layouts of the retailers. A file name begins with the kind of report.
import { readdirSync, readFileSync } from 'node:fs'
import { type EarningsReport, earningsReports } from '@linkshelf/contract'
import { aWorkbook, toSheet } from '../builders/workbook-builder.ts'

export interface ReportFileCase {
  name: string
  report: EarningsReport
  file: Buffer<ArrayBuffer>
}

export function listReportFiles(): ReportFileCase[] {
  const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.csv'))
  return names.map((name) => ({ name, report: findReport(name), file: loadReportFile(name) }))
}

export function loadReportFile(name: string): Buffer<ArrayBuffer> {
  return readFileSync(new URL(name, import.meta.url))
}

function findReport(name: string): EarningsReport {
  const found = earningsReports.find(
    (report) => name.startsWith(report.replace('_', '-')) || (name.startsWith('ebay') && report === 'ebay_transactions'),
  )
  if (found === undefined) throw new Error(`${name} begins with no kind of report`)
  return found
}

/**
 * A workbook like the one that Amazon offers its associates for download, in Amazon's order: a sheet with totals, and
 * sheets with orders, earnings and bounties.
 */
export function anAmazonWorkbook(change = (csv: string) => csv): Buffer<ArrayBuffer> {
  const sums = 'Fee-Tracking reports\nTracking ID,Clicks,Items Ordered,Items Shipped,Revenue($),Ad Fees($)\nshelf-20,100,6,2,21,0.84'
  return aNamedWorkbook({
    'Fee-Tracking': sums,
    'Fee-Orders': change(loadReportFile('amazon-orders.csv').toString()),
    'Fee-Earnings': change(loadReportFile('amazon-earnings.csv').toString()),
    'Fee-Bounty': loadReportFile('amazon-bounties.csv').toString(),
  })
}

/** Converts CSV files to the sheets of a workbook. The cells must not contain line breaks. */
function aNamedWorkbook(sheets: Record<string, string>): Buffer<ArrayBuffer> {
  const entries = Object.entries(sheets)
  const names = entries.map(([name], index) => `<sheet sheetId="${index + 1}" name="${name}" r:id="rId${index + 7}"/>`)
  const parts = entries.map((_, index) => `<Relationship Id="rId${index + 7}" Target="worksheets/sheet${index + 1}.xml"/>`)
  return aWorkbook({
    'xl/workbook.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${parts.join('')}</Relationships>`,
    ...Object.fromEntries(entries.map(([, csv], index) => [`xl/worksheets/sheet${index + 1}.xml`, toSheet(toRows(csv))])),
  })
}

function toRows(csv: string): string {
  const toCell = (written: string) => `<c t="inlineStr"><is><t>${written.replaceAll('&', '&amp;')}</t></is></c>`
  const toCells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => toCell(quoted ?? plain ?? ''))
  return csv
    .trim()
    .split('\n')
    .map((line) => `<row>${toCells(line).join('')}</row>`)
    .join('')
}
