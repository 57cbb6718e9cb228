export const fileImportStates = ['checking', 'ready', 'importing', 'done', 'failed'] as const
export type FileImportState = (typeof fileImportStates)[number]

/** Messages about a CSV file that can't be imported. Every import of CSV files shows them. */
export function csvFileMessages({ maxBytes, maxRows }: { maxBytes: number; maxRows: number }) {
  return {
    fileRequired: 'Choose a CSV file',
    fileTooLarge: `A file may have ${maxBytes / 1e6} MB at most`,
    notCsv: 'This is not a CSV file. In your spreadsheet, choose to save or download it as CSV.',
    noRows: 'This file has no rows below its column names.',
    tooManyRows: `A file may have ${maxRows.toLocaleString('en')} rows at most. Split it into several files.`,
    rowTooLong: 'A row is too long. A quotation mark may be missing.',
    brokenQuotes: 'A quotation mark is missing or in the wrong place.',
  } as const
}

export type CsvFileMessages = ReturnType<typeof csvFileMessages>
