import type { Cell } from '../platform/csv/csv-file.ts'
import { type CsvFile, toCsvFile, toKebabCase } from '../platform/csv/csv-file.ts'
import type { Log } from '../platform/process/log.ts'

/** A report has these columns first, and then the columns of the file. */
export const reportColumns = ['line', 'column', 'reason'] as const

/** A row that was rejected or only partly imported. */
export interface IssueRow {
  /** The name of the workbook's sheet. Empty for other files. */
  sheet: string
  line: number
  column_names: string[]
  reasons: string[]
  /** The cells of the row, as they are in the file. */
  cells: string[]
}

/** A row of a file, with the issues of values that were not imported. */
export interface ImportedRow<Column extends string = string> {
  /** The name of the workbook's sheet. Each sheet has its own line numbers. */
  sheet?: string
  /**
   * The line number that a spreadsheet shows: the column names are line 1, and a cell with line breaks counts as one
   * line.
   */
  line: number
  /** The cells as they are in the file. */
  cells: string[]
  issues: RowIssue<Column>[]
}

/** A value that was not imported, and the reason. */
export interface RowIssue<Column extends string = string> {
  column: Column
  reason: string
}

/** Returns the rows with issues, as the report stores them. */
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

/** The position of an issue in an import. */
export type IssuePosition = Pick<IssueRow, 'sheet' | 'line'>

interface ReportedFile {
  header: readonly string[]
  file_name: string
}

/**
 * Creates a CSV report of the rows that `selectPage` returns, in the order of sheets and lines. The line number,
 * columns and reasons come first, then the cells, so that the owner can correct the file and import it.
 */
export function createIssueReport(
  log: Log,
  { header, file_name }: ReportedFile,
  selectPage: (page: { after: IssuePosition; limit: number }) => Promise<IssueRow[]>,
): Promise<CsvFile> {
  // Columns of the file that have the name of a report column are omitted. A corrected report that is imported again
  // has such columns.
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
