import type { Cell } from '../platform/csv/csv-file.ts'
import { type CsvFile, toCsvFile, toKebabCase } from '../platform/csv/csv-file.ts'
import type { Log } from '../platform/process/log.ts'

/** A report has these columns before those of the file. */
export const reportColumns = ['line', 'column', 'reason'] as const

/** A row that was rejected, or imported in part. */
export interface IssueRow {
  /** The sheet of a workbook; '' in any other file. */
  sheet: string
  line: number
  column_names: string[]
  reasons: string[]
  /** The row as it was. */
  cells: string[]
}

/** A row of a file, with everything in it that was not imported. */
export interface ImportedRow<Column extends string = string> {
  /** The sheet of a workbook, whose lines are counted by themselves. */
  sheet?: string
  /**
   * The line as a spreadsheet counts: the names of the columns are line 1, and a cell with line breaks is on one line.
   */
  line: number
  /** The cells as they are in the file. */
  cells: string[]
  issues: RowIssue<Column>[]
}

/** A value of a row that was not imported, and why. */
export interface RowIssue<Column extends string = string> {
  column: Column
  reason: string
}

/** Returns the rows that have issues, in the form of the report. */
export function toIssueRows(rows: readonly ImportedRow[]): IssueRow[] {
  return rows
    .filter(({ issues }) => issues.length > 0)
    .map(({ sheet = '', line, cells, issues }) => ({
      sheet,
      line,
      column_names: issues.map(({ column }) => column),
      reasons: issues.map(({ reason }) => reason),
      cells,
    }))
}

const rowsPerPage = 1_000

/** A place among the issues of an import. */
export type IssuePosition = Pick<IssueRow, 'sheet' | 'line'>

interface ReportedFile {
  header: readonly string[]
  file_name: string
}

/**
 * Writes the rows of `selectPage` in the order of sheets and lines: line, columns and reasons, and then the cells, so
 * that the file can be corrected and imported.
 */
export function createIssueReport(
  log: Log,
  { header, file_name }: ReportedFile,
  selectPage: (page: { after: IssuePosition; limit: number }) => Promise<IssueRow[]>,
): Promise<CsvFile> {
  // A report that is imported again has these columns already.
  const own = header.flatMap((heading, index) => (reportColumns.some((column) => column === heading) ? [] : [index]))
  const columns = [...reportColumns, ...own.map((index) => header[index] ?? '')]
  const name = [toKebabCase(file_name.replace(/\.[a-z]{3,4}$/i, '')), 'report'].filter(Boolean).join('-')
  return toCsvFile({ columns, pages: readIssuePages(selectPage, own) }, `${name}.csv`, log)
}

async function* readIssuePages(selectPage: Parameters<typeof createIssueReport>[2], own: number[]): AsyncGenerator<Cell[][], void, void> {
  let after: IssuePosition | undefined = { sheet: '', line: 0 }
  do {
    const rows: IssueRow[] = await selectPage({ after, limit: rowsPerPage })
    yield rows.map(({ line, column_names, reasons, cells }) => [
      line,
      [...new Set(column_names)].join('; '),
      reasons.join('; '),
      ...own.map((index) => cells[index] ?? ''),
    ])
    after = rows.length < rowsPerPage ? undefined : rows.at(-1)
  } while (after !== undefined)
}
