import { productsPerProject } from './product-rules.ts'

/** The largest file of products, and the most rows it may have. */
export const productFileMaxBytes = 10_000_000
export const productFileMaxRows = productsPerProject

export const productImportStates = ['checking', 'ready', 'importing', 'done', 'failed'] as const
export type ProductImportState = (typeof productImportStates)[number]

/** How many imports of a project are stored; a further one replaces the oldest that is not running. */
export const productImportsPerProject = 10

export const productImportMessages = {
  fileRequired: 'Choose a CSV file',
  fileTooLarge: `A file may have ${productFileMaxBytes / 1e6} MB at most`,
  notCsv: 'This is not a CSV file. In your spreadsheet, choose to save or download it as CSV.',
  noColumns: 'The first line must name the columns, and one of them must be "name".',
  noRows: 'This file has no rows below its column names.',
  tooManyRows: `A file may have ${productFileMaxRows.toLocaleString('en')} rows at most. Split it into several files.`,
  rowTooLong: 'A row is too long. A quotation mark may be missing.',
  brokenQuotes: 'A quotation mark is missing or in the wrong place.',
} as const
