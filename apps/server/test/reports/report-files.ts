// Reports in the layouts of their retailers, with invented values. The name of a file begins with its kind.
import { readdirSync, readFileSync } from 'node:fs'
import { type EarningsReport, earningsReports } from '@linkshelf/contract'
import { aWorkbook, sheetOf } from '../builders/workbook-builder.ts'

export interface ReportFileCase {
  name: string
  report: EarningsReport
  file: Buffer<ArrayBuffer>
}

export function reportFiles(): ReportFileCase[] {
  const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.csv'))
  return names.map((name) => ({ name, report: reportOf(name), file: reportFile(name) }))
}

export function reportFile(name: string): Buffer<ArrayBuffer> {
  return readFileSync(new URL(name, import.meta.url))
}

function reportOf(name: string): EarningsReport {
  const found = earningsReports.find(
    (report) => name.startsWith(report.replace('_', '-')) || (name.startsWith('ebay') && report === 'ebay_transactions'),
  )
  if (found === undefined) throw new Error(`${name} begins with no kind of report`)
  return found
}

/** The workbook that Amazon lets its associates download: these reports beside sheets of sums, in its order. */
export function amazonWorkbook(change = (csv: string) => csv): Buffer<ArrayBuffer> {
  const sums = 'Fee-Tracking reports\nTracking ID,Clicks,Items Ordered,Items Shipped,Revenue($),Ad Fees($)\nshelf-20,100,6,2,21,0.84'
  return aNamedWorkbook({
    'Fee-Tracking': sums,
    'Fee-Orders': change(reportFile('amazon-orders.csv').toString()),
    'Fee-Earnings': change(reportFile('amazon-earnings.csv').toString()),
    'Fee-Bounty': reportFile('amazon-bounties.csv').toString(),
  })
}

/** A workbook of CSV files without line breaks in their cells. */
function aNamedWorkbook(sheets: Record<string, string>): Buffer<ArrayBuffer> {
  const entries = Object.entries(sheets)
  const names = entries.map(([name], index) => `<sheet sheetId="${index + 1}" name="${name}" r:id="rId${index + 7}"/>`)
  const parts = entries.map((_, index) => `<Relationship Id="rId${index + 7}" Target="worksheets/sheet${index + 1}.xml"/>`)
  return aWorkbook({
    'xl/workbook.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${parts.join('')}</Relationships>`,
    ...Object.fromEntries(entries.map(([, csv], index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetOf(rowsOf(csv))])),
  })
}

function rowsOf(csv: string): string {
  const cell = (written: string) => `<c t="inlineStr"><is><t>${written.replaceAll('&', '&amp;')}</t></is></c>`
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => cell(quoted ?? plain ?? ''))
  return csv
    .trim()
    .split('\n')
    .map((line) => `<row>${cellsOf(line).join('')}</row>`)
    .join('')
}
