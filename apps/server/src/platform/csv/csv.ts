export type Cell = string | number | boolean | null

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Characters that start a formula in a spreadsheet (OWASP, "CSV Injection"), including the full-width ones
 * of East Asian keyboards.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** Cells that must be quoted. The semicolon separates cells in locales whose decimal separator is the comma. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/**
 * Returns one line in RFC 4180 format. A text that starts like a formula gets a `'` in front; numbers stay unchanged.
 */
export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

function toCsvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
