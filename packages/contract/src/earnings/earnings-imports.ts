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
 * The sums of a report in one currency; the currency is null until the owner names it. `earned` is pending
 * and approved together, and orders are no sales yet.
 */
const reportTotals = z.object({
  currency: z.string().nullable(),
  earned: minorUnits,
  pending: minorUnits,
  reversed: minorUnits,
  sales: minorUnits,
})

/** A report of a retailer. From `ready` on, it says how the file was read. */
export const earningsImport = z.object({
  ...fileImport.shape,
  retailer: z.enum(earningsRetailers).nullable(),
  /** The report that counts most, where a workbook has several: earnings before bounties and orders. */
  report: z.enum(earningsReports).nullable(),
  /** The sheets of a workbook. Each that is a report is imported; `report` is null for any other. */
  sheets: z.array(z.object({ name: z.string(), report: z.enum(earningsReports).nullable(), rows: z.number().int() })),
  /** The first and the last day in it; null while the order of its dates is open. */
  from: day.nullable(),
  to: day.nullable(),
  /** Transactions that were not known before. */
  added: z.number().int(),
  /** Transactions that an earlier import has too: they count once, with the later status. */
  known: z.number().int(),
  rejected: z.number().int(),
  /** Blank rows and totals, which are no transactions. */
  skipped: z.number().int(),
  totals: z.array(reportTotals),
  /** Items in reports of orders. Those that a report of earnings has too count there alone. */
  ordered_items: z.number().int(),
  /** Transactions whose customers bought what the link leads to, and others, as far as the report says. */
  direct: z.number().int(),
  indirect: z.number().int(),
  /** The recognized columns, each with the field that it is read as. */
  columns: z.array(z.object({ heading: z.string(), field: z.string() })),
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
})

export const earningsImportStart = z.strictObject({
  date_order: z.enum(dateOrders, { error: earningsImportMessages.dateOrderRequired }).optional(),
  /** The currency of amounts for which the file names none. */
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
    get: 'How an earnings file was read, and how far its import is',
    start: 'Import an earnings file that was checked. Repeated, it resumes an import that has stopped, and changes nothing otherwise',
    report: 'The rows that were rejected, as a CSV file: line, column and reason, and then the row as it was',
    delete: 'Undo an import: what only it brought is removed, and transactions of earlier imports count again as they were there',
  },
})

export type EarningsImport = z.infer<typeof earningsImport>
export type EarningsImportStart = z.output<typeof earningsImportStart>
