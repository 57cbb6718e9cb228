import { strToU8, zipSync } from 'fflate'

/** An XLSX workbook with these parts, by file name in the archive. */
export function aWorkbook(parts: Record<string, string>): Buffer<ArrayBuffer> {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))
}

/** A workbook with one sheet for each text. A text is the XML of the sheet's rows. */
function aWorkbookWithSheets(sheets: readonly string[]): Buffer<ArrayBuffer> {
  return aWorkbook(Object.fromEntries(sheets.map((rows, index) => [`xl/worksheets/sheet${index + 1}.xml`, toSheet(rows)])))
}

export function toSheet(rows: string): string {
  return `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`
}

function toSheetRow(...cells: string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
}

/** A workbook of 51 KB. Each of its 300 sheets has a single row with the number 200,000. */
export const aFarRowsWorkbook = () => aWorkbookWithSheets(Array.from({ length: 300 }, () => '<row r="200000"/>'))

/** A report of 900 bytes whose amount is a text of 300,000 dots. */
export function aDotsWorkbook(): Buffer<ArrayBuffer> {
  const heading = toSheetRow('ASIN', 'Tracking ID', 'Date Shipped', 'Ad Fees($)')
  return aWorkbookWithSheets([heading + toSheetRow('B0', 'lamps-20', '2026-09-15', '.'.repeat(300_000))])
}
