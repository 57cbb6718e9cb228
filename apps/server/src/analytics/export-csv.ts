export type Cell = string | number | boolean | null

/** So that a spreadsheet reads the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula (OWASP, "CSV Injection"), the full-width signs of East Asian keyboards among them. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** What may not stand in a cell without quotes; not the semicolon either, which parts cells where the comma is a decimal point. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** One line as RFC 4180 has it. A text that a spreadsheet would calculate gets a `'` in front; a number is a number. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
