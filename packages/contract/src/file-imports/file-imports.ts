// Messages, schemas and calls that all kinds of file imports share. Each kind adds its own fields and texts. Imports of
// links and of products can also be undone.
import { z } from 'zod'
import type { OwnerTask } from '../access/owner-tasks.ts'
import { call, instant, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { type ErrorCode, errors } from '../errors.ts'
import { uuid } from '../ids.ts'

const fileImportStates = ['checking', 'ready', 'importing', 'done', 'failed', 'undoing', 'undone'] as const
export type FileImportState = (typeof fileImportStates)[number]

/** The report of an import can be downloaded for this many days after the import ended. */
export const importReportDays = 30

/** Maximum length of a row's cells in the list of rows that are rejected or imported in part. */
export const importIssueRowLength = 200

/** Maximum number of columns in a CSV file, including ignored columns. */
export const csvMaxColumns = 1_000

/** Returns the messages about a CSV file that can't be imported. */
export function makeCsvFileMessages({ maxBytes, maxRows }: { maxBytes: number; maxRows: number }) {
  return {
    fileRequired: 'Choose a CSV file',
    fileTooLarge: `Files can be up to ${maxBytes / 1e6} MB`,
    notCsv: 'This is not a CSV file. In your spreadsheet, choose to save or download it as CSV.',
    noRows: 'This file has no rows below its column names.',
    tooManyRows: `Files can have up to ${maxRows.toLocaleString('en')} rows. Split the file into several files.`,
    rowTooLong: 'A row is too long. Perhaps a quotation mark is missing.',
    tooManyColumns: `Files can have up to ${csvMaxColumns.toLocaleString('en')} columns. Delete the columns that you don’t need.`,
    brokenQuotes: 'A quotation mark is missing or in the wrong place.',
  } as const
}

/** The failure of an import whose file could not be read, although its format is right. */
export const unreadableFileMessage = 'This file could not be read. Save it again in your spreadsheet program, and upload it again.'

/** Returns the failure of an import whose file exceeded the limits of the process that reads it. */
export function formatFileLimitsMessage({ maxMemoryBytes, maxStepMs }: { maxMemoryBytes: number; maxStepMs: number }): string {
  return `This file could not be read within the limits of ${maxMemoryBytes / 1e6} MB of memory and ${maxStepMs / 1e3} seconds of processor time. Split it into smaller files, and upload those.`
}

export type CsvFileMessages = ReturnType<typeof makeCsvFileMessages>

/**
 * The import of a file into a project. In the state `ready`, its counts say what an import would do. From `importing`
 * on, they say what it did. Only imports of links and of products can be in the states `undoing` and `undone`.
 */
export const fileImport = z.object({
  import_id: uuid,
  file_name: z.string(),
  state: z.enum(fileImportStates),
  /** Why the file can't be imported; null unless it failed. */
  failure: z.string().nullable(),
  rows: z.number().int(),
  processed: z.number().int(),
  ignored_columns: z.array(z.string()),
  created_at: instant,
  finished_at: instant.nullable(),
})

export type FileImport = z.infer<typeof fileImport>

/** Maximum number of links and products that the result of an undo names. */
export const keptByUndoMax = 100

const undoReasons = ['changed', 'used', 'clicks'] as const
export type UndoReason = (typeof undoReasons)[number]

const keptByUndo = z.object({
  kind: z.enum(['link', 'product']).describe('Whether a link or a product stays'),
  id: uuid,
  name: z.string().describe('The title or short name of the link, or the name of the product'),
  reason: z
    .enum(undoReasons)
    .describe(
      'changed: somebody changed it after the import. used: the link is on the store page, or a product that stays has it. clicks: the link has clicks',
    ),
})

export type KeptByUndo = z.infer<typeof keptByUndo>

/** What an undo of an import has done so far. */
const importUndo = z.object({
  include_clicked: z.boolean().describe('Whether links with clicks are deleted too'),
  deleted_links: z.number().int().describe('How many links are now deleted links, which can be restored'),
  deleted_products: z.number().int().describe('How many products are now deleted products, which can be restored'),
  kept_links: z.number().int().describe('How many links stay'),
  kept_products: z.number().int().describe('How many products stay'),
  kept: z.array(keptByUndo).describe(`Up to ${keptByUndoMax} of the links and products that stay`),
})

export type ImportUndo = z.infer<typeof importUndo>

/** The field of imports that can be undone. */
export const undoFields = { undo: importUndo.nullable().describe('What its undo has done; null unless it is being undone or is undone') }

const importUndoForecast = z.object({
  links: z.number().int().describe('How many links an undo with include_clicked deletes'),
  clicked_links: z.number().int().describe('How many of these links have clicks. They stay without include_clicked'),
  products: z.number().int().describe('How many products an undo deletes'),
  kept_links: z.number().int().describe('How many links stay because they were changed or are used'),
  kept_products: z.number().int().describe('How many products stay because they were changed'),
  kept: z
    .array(keptByUndo)
    .describe(`Up to ${keptByUndoMax} of the links and products that stay, including the links that stay without include_clicked`),
})

export type ImportUndoForecast = z.infer<typeof importUndoForecast>

export const importUndoStart = z.strictObject({
  include_clicked: z.boolean().default(false).describe('Whether links with clicks are deleted too'),
})

export type ImportUndoStart = z.output<typeof importUndoStart>

/** A row that was rejected or imported without some of its values. */
const fileImportIssue = z.object({
  sheet: z.string().nullable().describe('The sheet of a workbook; null for other files'),
  line: z.number().int().describe('The line of the row, as a spreadsheet shows it; the column names are line 1'),
  columns: z.array(z.string()).describe('The columns of the values that are not imported'),
  reasons: z.array(z.string()).describe('Why each of the values is not imported, in the order of columns'),
  row: z.string().describe(`The cells of the row with a value, up to ${importIssueRowLength} characters`),
})

export type FileImportIssue = z.infer<typeof fileImportIssue>

const issueQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
})

export type FileImportIssueQuery = z.output<typeof issueQuery>

interface ImportCalls<Params, Start, Result, NotFound, NotReady> {
  /** The path of the call that lists imports. */
  path: `/v1/${string}`
  /** The parameter for the id of an import in the path of a call about one import, for example `{linkImportId}`. */
  one: `{${string}}`
  params: Params
  file: { maxBytes: number; messages: { fileRequired: string; fileTooLarge: string } }
  start: Start
  result: Result
  errors: { notFound: NotFound; notReady: NotReady }
  summaries: Record<'create' | 'list' | 'get' | 'start' | 'issues' | 'report' | 'delete', string>
  ownerTask?: OwnerTask
}

/**
 * Creates the calls of one kind of import. `params` is the schema of the path parameters of a call about one import.
 * `start` is the schema of the body that starts an import.
 */
export function makeFileImportCalls<
  Params extends z.ZodType,
  Start extends z.ZodType,
  Result extends z.ZodType,
  NotFound extends ErrorCode,
  NotReady extends ErrorCode,
>({ path, one, params, file, start, result, errors: codes, summaries, ownerTask }: ImportCalls<Params, Start, Result, NotFound, NotReady>) {
  const upload = z.file({ error: file.messages.fileRequired }).max(file.maxBytes, { error: file.messages.fileTooLarge })
  const task = { ...(ownerTask !== undefined && { ownerTask }) }
  const notFound = errors(codes.notFound)
  return {
    create: call({ method: 'POST', path, successStatus: 201, summary: summaries.create, storesFiles: true, addsToProject: true, ...task })
      .input(z.object({ params: projectParams, body: z.strictObject({ file: upload }) }))
      .output(result)
      .errors(errors('UPLOAD_SPACE_EXHAUSTED')),
    list: call({ method: 'GET', path, summary: summaries.list })
      .input(z.object({ params: projectParams }))
      .output(z.array(result)),
    get: call({ method: 'GET', path: `${path}/${one}`, summary: summaries.get })
      .input(z.object({ params }))
      .output(result)
      .errors(notFound),
    start: call({ method: 'POST', path: `${path}/${one}/start`, summary: summaries.start, addsToProject: true, ...task })
      .input(z.object({ params, body: start }))
      .output(result)
      .errors(notFound)
      .errors(errors(codes.notReady)),
    issues: call({
      method: 'GET',
      path: `${path}/${one}/issues`,
      outputStructure: 'detailed',
      summary: `${summaries.issues}; the next cursor is in x-next-cursor`,
    })
      .input(z.object({ params, query: issueQuery }))
      .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(fileImportIssue) }))
      .errors(notFound),
    report: call({
      method: 'GET',
      path: `${path}/${one}/report`,
      outputStructure: 'detailed',
      summary: `${summaries.report}. It is deleted after ${importReportDays} days`,
      concurrency: 'downloads',
      spec: describeCsv,
    })
      .input(z.object({ params }))
      .output(csvFile)
      .errors(notFound),
    delete: call({ method: 'DELETE', path: `${path}/${one}`, successStatus: 204, summary: summaries.delete, ...task })
      .input(z.object({ params }))
      .output(z.void())
      .errors(notFound),
  }
}

/** Creates the calls that undo an import, of a kind of import whose path, parameters and result these are. */
export function makeImportUndoCalls<Params extends z.ZodType, Result extends z.ZodType, NotFound extends ErrorCode>({
  path,
  one,
  params,
  result,
  notFound,
  noun,
}: Pick<ImportCalls<Params, never, Result, never, never>, 'path' | 'one' | 'params' | 'result'> & { notFound: NotFound; noun: string }) {
  const notStarted = errors('IMPORT_NOT_STARTED')
  return {
    forecastUndo: call({ method: 'GET', path: `${path}/${one}/undo`, summary: `What an undo of an import of ${noun} would do now` })
      .input(z.object({ params }))
      .output(importUndoForecast)
      .errors(errors(notFound))
      .errors(notStarted)
      .errors(errors('ANALYTICS_TIMEOUT', 'ANALYTICS_UNAVAILABLE')),
    undo: call({
      method: 'POST',
      path: `${path}/${one}/undo`,
      summary: `Undo an import of ${noun}: what it created and nobody changed or uses becomes deleted, and can be restored. A running import stops first. A repeated call resumes an undo that stopped, and otherwise changes nothing`,
    })
      .input(z.object({ params, body: importUndoStart }))
      .output(result)
      .errors(errors(notFound))
      .errors(notStarted),
  }
}
