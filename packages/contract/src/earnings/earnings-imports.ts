import { z } from 'zod'
import { call, day, instant, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { fileImportStates } from '../file-import-rules.ts'
import { earningsImportId, uuid } from '../ids.ts'
import { currencyCode } from './currency.ts'
import {
  dateOrders,
  earningsFileMaxBytes,
  earningsImportMessages,
  earningsQuestions,
  earningsReports,
  earningsRetailers,
} from './earnings-rules.ts'

const reportFile = z.strictObject({
  file: z.file({ error: earningsImportMessages.fileRequired }).max(earningsFileMaxBytes, { error: earningsImportMessages.fileTooLarge }),
})

/** Minor units of the currency. */
const minorUnits = z.number().int()

/**
 * The sums of a report in one currency; the currency is null until the owner names it. `earned` is pending
 * and approved together.
 */
const reportTotals = z.object({
  currency: z.string().nullable(),
  earned: minorUnits,
  pending: minorUnits,
  reversed: minorUnits,
  sales: minorUnits,
})

/**
 * A report of a retailer on its way into a project. While it is `ready`, it says what was understood, and the counts
 * what an import would do.
 */
export const earningsImport = z.object({
  import_id: uuid,
  file_name: z.string(),
  state: z.enum(fileImportStates),
  /** Why the file can't be imported; null unless it failed. */
  failure: z.string().nullable(),
  retailer: z.enum(earningsRetailers).nullable(),
  report: z.enum(earningsReports).nullable(),
  /** The first and the last day in it; null while the order of its dates is open. */
  from: day.nullable(),
  to: day.nullable(),
  rows: z.number().int(),
  /** How many of these rows are processed. */
  processed: z.number().int(),
  /** Transactions that were not known before. */
  added: z.number().int(),
  /** Transactions that an earlier import has too: they count once, with the later status. */
  known: z.number().int(),
  rejected: z.number().int(),
  /** Blank rows and totals, which are no transactions. */
  skipped: z.number().int(),
  totals: z.array(reportTotals),
  /** The recognized columns, each with the field that it is read as. */
  columns: z.array(z.object({ heading: z.string(), field: z.string() })),
  ignored_columns: z.array(z.string()),
  /** 50 at most. */
  tracking_ids: z.array(z.string()),
  /**
   * Questions that `start` has to answer. Without an answer to `currency`, the proposed currency
   * is used if there is one.
   */
  questions: z.array(z.enum(earningsQuestions)),
  /** A date of the file, where their order is open. */
  date_example: z.string().nullable(),
  date_order: z.enum(dateOrders).nullable(),
  /** The one of amounts without their own: read from the file, or a proposal. */
  currency: z.string().nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
})

export const earningsImportStart = z.strictObject({
  date_order: z.enum(dateOrders, { error: earningsImportMessages.dateOrderRequired }).optional(),
  /** The currency of amounts for which the file names none. */
  currency: z.optional(currencyCode),
})

const inImports = '/v1/{orgId}/projects/{projectId}/earnings/imports'
const oneImport = projectParams.extend({ earningsImportId })

export const earningsImports = {
  create: call({
    method: 'POST',
    path: inImports,
    successStatus: 201,
    summary:
      'Upload a report of Amazon, eBay or AliExpress (CSV, TSV or XLSX) as multipart/form-data; it is checked, and nothing is imported yet. The same file twice makes one import',
    ownerTask: 'earnings',
  })
    .input(z.object({ params: projectParams, body: reportFile }))
    .output(earningsImport),
  list: call({ method: 'GET', path: inImports, summary: 'The reports of a project, latest first' })
    .input(z.object({ params: projectParams }))
    .output(z.array(earningsImport)),
  get: call({
    method: 'GET',
    path: `${inImports}/{earningsImportId}`,
    summary: 'How a report was read, and how far its import is',
  })
    .input(z.object({ params: oneImport }))
    .output(earningsImport)
    .errors(errors('EARNINGS_IMPORT_NOT_FOUND')),
  start: call({
    method: 'POST',
    path: `${inImports}/{earningsImportId}/start`,
    summary: 'Import a report that was checked. Repeated, it resumes an import that has stopped, and changes nothing otherwise',
    ownerTask: 'earnings',
  })
    .input(z.object({ params: oneImport, body: earningsImportStart }))
    .output(earningsImport)
    .errors(errors('EARNINGS_IMPORT_NOT_FOUND', 'EARNINGS_IMPORT_NOT_READY')),
  report: call({
    method: 'GET',
    path: `${inImports}/{earningsImportId}/report`,
    outputStructure: 'detailed',
    summary: 'The rows that were rejected, as a CSV file: line, column and reason, and then the row as it was',
    spec: describeCsv,
  })
    .input(z.object({ params: oneImport }))
    .output(csvFile)
    .errors(errors('EARNINGS_IMPORT_NOT_FOUND')),
  delete: call({
    method: 'DELETE',
    path: `${inImports}/{earningsImportId}`,
    successStatus: 204,
    summary: 'Undo an import: what only it brought is removed, and transactions of earlier imports count again as they were there',
    ownerTask: 'earnings',
  })
    .input(z.object({ params: oneImport }))
    .output(z.void())
    .errors(errors('EARNINGS_IMPORT_NOT_FOUND')),
}

export type EarningsImport = z.infer<typeof earningsImport>
export type EarningsImportStart = z.output<typeof earningsImportStart>
