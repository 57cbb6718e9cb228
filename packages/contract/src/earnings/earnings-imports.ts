import { formatRetailerNames } from '@linkshelf/retailers'
import { z } from 'zod'
import { day, projectParams } from '../call.ts'
import { fileImport, makeFileImportCalls } from '../file-imports/file-imports.ts'
import { fileImportId } from '../ids.ts'
import { currencyCode } from './earning-rates.ts'
import {
  dateOrders,
  earningsFileMaxBytes,
  earningsImportMessages,
  earningsQuestions,
  earningsReports,
  earningsRetailers,
} from './earnings.ts'

/** Minor units of the currency. */
const minorUnits = z.number().int()

/**
 * The sums of a report in one currency. The currency is null until the owner names it. `earned` includes pending and
 * approved earnings. Orders are not counted as sales.
 */
const reportTotals = z.object({
  currency: z.string().nullable(),
  earned: minorUnits,
  pending: minorUnits,
  reversed: minorUnits,
  sales: minorUnits,
})

/** The import of a retailer's report. From the state `ready` on, its fields show how the file was read. */
export const earningsImport = z.object({
  ...fileImport.shape,
  retailer: z.enum(earningsRetailers).nullable(),
  /**
   * The report in the file. If the file has several reports, the most important: an earnings report comes before
   * reports of bounties and orders.
   */
  report: z.enum(earningsReports).nullable(),
  /** The sheets of a workbook. Each sheet that is a report is imported. `report` is null for any other sheet. */
  sheets: z.array(z.object({ name: z.string(), report: z.enum(earningsReports).nullable(), rows: z.number().int() })),
  /** The first and the last day in the file; null until the order of day and month in its dates is known. */
  from: day.nullable(),
  to: day.nullable(),
  /** Number of transactions that no earlier import has. */
  added: z.number().int(),
  /** Number of transactions that an earlier import has too. Such a transaction counts once, with the later status. */
  known: z.number().int(),
  rejected: z.number().int(),
  /** Number of rows that are no transactions: blank rows and totals. */
  skipped: z.number().int(),
  totals: z.array(reportTotals),
  /**
   * Number of items in the order reports of the file. If an earnings report has an item too, analytics counts only its
   * earnings.
   */
  ordered_items: z.number().int(),
  /**
   * `direct` counts transactions whose customers bought the product that the link leads to, `indirect` all others. Only
   * transactions for which the report says this are counted.
   */
  direct: z.number().int(),
  indirect: z.number().int(),
  /** The recognized columns. `field` is the field that a column is read as. */
  columns: z.array(z.object({ heading: z.string(), field: z.string() })),
  /** At most 50 tracking ids. */
  tracking_ids: z.array(z.string()),
  /**
   * Questions that `start` has to answer. If `start` does not answer `currency`, the import uses the proposed currency,
   * if there is one.
   */
  questions: z.array(z.enum(earningsQuestions)),
  /** A date of the file as an example, if the order of day and month is unknown. */
  date_example: z.string().nullable(),
  date_order: z.enum(dateOrders).nullable(),
  /** Currency for amounts without their own currency: read from the file, or proposed. */
  currency: z.string().nullable(),
})

export const earningsImportStart = z.strictObject({
  date_order: z.enum(dateOrders, { error: earningsImportMessages.dateOrderRequired }).optional(),
  /** Currency of amounts for which the file names no currency. */
  currency: z.optional(currencyCode),
})

export const earningsImports = makeFileImportCalls({
  path: '/v1/{orgId}/projects/{projectId}/earnings/imports',
  one: '{earningsImportId}',
  params: projectParams.extend({ earningsImportId: fileImportId }),
  file: { maxBytes: earningsFileMaxBytes, messages: earningsImportMessages },
  start: earningsImportStart,
  result: earningsImport,
  errors: { notFound: 'EARNINGS_IMPORT_NOT_FOUND', notReady: 'EARNINGS_IMPORT_NOT_READY' },
  ownerTask: 'earnings',
  summaries: {
    create: `Upload an earnings file of ${formatRetailerNames('disjunction')} (CSV, TSV or XLSX) as multipart/form-data; it is checked, and nothing is imported yet. The same file twice makes one import`,
    list: 'The earnings files of a project, latest first',
    get: 'How an earnings file was read, and the progress of its import',
    start: 'Import an earnings file that was checked. A repeated call resumes an import that stopped, and otherwise changes nothing',
    issues: 'The rows of an earnings file that are rejected, with the reasons',
    report: 'The rows that were rejected, as a CSV file: line, column and reason, and then the row as it was',
    delete:
      'Undo an import: transactions that only this import has are removed, and transactions of earlier imports get their earlier values back',
  },
})

export type EarningsImport = z.infer<typeof earningsImport>
export type EarningsImportStart = z.output<typeof earningsImportStart>
