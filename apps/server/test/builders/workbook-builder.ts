import { strToU8, zipSync } from 'fflate'

/** An XLSX workbook with these parts. */
export function aWorkbook(parts: Record<string, string>): Buffer<ArrayBuffer> {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))
}

/** A workbook of sheets that have these rows. */
function aWorkbookOf(sheets: readonly string[]): Buffer<ArrayBuffer> {
  return aWorkbook(Object.fromEntries(sheets.map((rows, index) => [`xl/worksheets/sheet${index + 1}.xml`, toSheet(rows)])))
}

export function toSheet(rows: string): string {
  return `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
}

function toSheetRow(...cells: string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
}

/** A row far below in each of 300 sheets: 51 KB. */
export const aFarRowsWorkbook = () => aWorkbookOf(Array.from({ length: 300 }, () => '<row r="200000"/>'))

/** A report with an amount of 300,000 dots: 900 bytes. */
export function aDotsWorkbook(): Buffer<ArrayBuffer> {
  const heading = toSheetRow('ASIN', 'Tracking ID', 'Date Shipped', 'Ad Fees($)')
  return aWorkbookOf([heading + toSheetRow('B0', 'lamps-20', '2026-09-15', '.'.repeat(300_000))])
}
