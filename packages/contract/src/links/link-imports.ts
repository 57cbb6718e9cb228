import { z } from 'zod'
import { call, instant, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { fileImportStates } from '../file-import-rules.ts'
import { linkImportId, uuid } from '../ids.ts'
import { linkFileMaxBytes, linkImportMessages } from './link-import-rules.ts'

export * from './link-import-rules.ts'

const linkFile = z.strictObject({
  file: z.file({ error: linkImportMessages.fileRequired }).max(linkFileMaxBytes, { error: linkImportMessages.fileTooLarge }),
})

/**
 * A file of links on its way into a project. While it is `ready`, the counts say what an import would do; from
 * `importing` on, what it did. A row whose link the project has already is skipped: one with the same short name and
 * destination, or without a short name one with the same destination.
 */
export const linkImport = z.object({
  import_id: uuid,
  file_name: z.string(),
  state: z.enum(fileImportStates),
  /** Why the file can't be imported; null unless it failed. */
  failure: z.string().nullable(),
  rows: z.number().int(),
  /** How many of these rows are processed. */
  processed: z.number().int(),
  created: z.number().int(),
  /** Rows whose link the project has already. */
  skipped: z.number().int(),
  rejected: z.number().int(),
  /** Rejected rows that the plan has no room for. */
  over_limit: z.number().int(),
  /**
   * Rows whose short name is taken, reserved or of another form: rejected, or with a generated name where
   * `start` asked for that.
   */
  unusable_slugs: z.number().int(),
  /** Imported rows without some of their labels; the report names them. */
  incomplete: z.number().int(),
  ignored_columns: z.array(z.string()),
  created_at: instant,
  finished_at: instant.nullable(),
})

export const linkImportStart = z.strictObject({
  /** Whether links whose short name can't be used get a generated one; otherwise their rows are rejected. */
  replace_slugs: z.boolean().default(false),
})

const inImports = '/v1/{orgId}/projects/{projectId}/urls/imports'
const oneImport = projectParams.extend({ linkImportId })

export const linkImports = {
  create: call({
    method: 'POST',
    path: inImports,
    successStatus: 201,
    summary:
      'Upload a CSV file of links as multipart/form-data, with the columns target, slug, title, labels, notes, archived and created_at, or as other services name them; it is checked, and nothing is imported yet. The same file twice makes one import',
  })
    .input(z.object({ params: projectParams, body: linkFile }))
    .output(linkImport),
  list: call({ method: 'GET', path: inImports, summary: 'The imports of links of a project, latest first' })
    .input(z.object({ params: projectParams }))
    .output(z.array(linkImport)),
  get: call({
    method: 'GET',
    path: `${inImports}/{linkImportId}`,
    summary: 'The state, the progress and the result of an import of links',
  })
    .input(z.object({ params: oneImport }))
    .output(linkImport)
    .errors(errors('LINK_IMPORT_NOT_FOUND')),
  start: call({
    method: 'POST',
    path: `${inImports}/{linkImportId}/start`,
    summary: 'Import a file of links that was checked. Repeated, it resumes an import that has stopped, and changes nothing otherwise',
  })
    .input(z.object({ params: oneImport, body: linkImportStart }))
    .output(linkImport)
    .errors(errors('LINK_IMPORT_NOT_FOUND', 'LINK_IMPORT_NOT_READY')),
  report: call({
    method: 'GET',
    path: `${inImports}/{linkImportId}/report`,
    outputStructure: 'detailed',
    summary: 'The rows that were rejected or imported in part, as a CSV file: line, column and reason, and then the row as it was',
    spec: describeCsv,
  })
    .input(z.object({ params: oneImport }))
    .output(csvFile)
    .errors(errors('LINK_IMPORT_NOT_FOUND')),
  delete: call({
    method: 'DELETE',
    path: `${inImports}/{linkImportId}`,
    successStatus: 204,
    summary: 'Stop and delete an import of links; what it has imported stays',
  })
    .input(z.object({ params: oneImport }))
    .output(z.void())
    .errors(errors('LINK_IMPORT_NOT_FOUND')),
}

export type LinkImport = z.infer<typeof linkImport>
