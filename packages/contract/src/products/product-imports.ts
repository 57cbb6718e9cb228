import { z } from 'zod'
import { call, instant, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { fileImportStates } from '../file-import-rules.ts'
import { productImportId, uuid } from '../ids.ts'
import { productFileMaxBytes, productImportMessages } from './product-import-rules.ts'

export * from './product-import-rules.ts'

const productFile = z.strictObject({
  file: z.file({ error: productImportMessages.fileRequired }).max(productFileMaxBytes, { error: productImportMessages.fileTooLarge }),
})

/**
 * A file of products on its way into a project. While it is `ready`, the counts say what an import would do; from
 * `importing` on, what it did. Rows with a `product_id` update that product, others create one.
 */
export const productImport = z.object({
  import_id: uuid,
  file_name: z.string(),
  state: z.enum(fileImportStates),
  /** Why the file can't be imported; null unless it failed. */
  failure: z.string().nullable(),
  rows: z.number().int(),
  /** How many of these rows are processed. */
  processed: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  rejected: z.number().int(),
  /** Imported rows without some of their values; the report names them. */
  incomplete: z.number().int(),
  /** Short links created for the targets of products. */
  links: z.number().int(),
  /** Targets without a short link, because the plan has no more. */
  links_over_limit: z.number().int(),
  /** Categories that the file names and the project does not have, 200 at most. */
  missing_categories: z.array(z.string()),
  ignored_columns: z.array(z.string()),
  created_at: instant,
  finished_at: instant.nullable(),
})

export const productImportStart = z.strictObject({
  /** Whether missing categories are created; otherwise products are imported without them. */
  create_categories: z.boolean().default(false),
})

const inImports = '/v1/{orgId}/projects/{projectId}/products/imports'
const oneImport = projectParams.extend({ importId: productImportId })

export const productImports = {
  create: call({
    method: 'POST',
    path: inImports,
    successStatus: 201,
    summary:
      'Upload a CSV file of products as multipart/form-data; it is checked, and nothing is imported yet. The same file twice makes one import',
  })
    .input(z.object({ params: projectParams, body: productFile }))
    .output(productImport),
  list: call({ method: 'GET', path: inImports, summary: 'The imports of a project, latest first' })
    .input(z.object({ params: projectParams }))
    .output(z.array(productImport)),
  get: call({ method: 'GET', path: `${inImports}/{importId}`, summary: 'The state, the progress and the result of an import' })
    .input(z.object({ params: oneImport }))
    .output(productImport)
    .errors(errors('PRODUCT_IMPORT_NOT_FOUND')),
  start: call({
    method: 'POST',
    path: `${inImports}/{importId}/start`,
    summary: 'Import a file that was checked. Repeated, it resumes an import that has stopped, and changes nothing otherwise',
  })
    .input(z.object({ params: oneImport, body: productImportStart }))
    .output(productImport)
    .errors(errors('PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_NOT_READY')),
  report: call({
    method: 'GET',
    path: `${inImports}/{importId}/report`,
    outputStructure: 'detailed',
    summary: 'The rows that were rejected or imported in part, as a CSV file: line, column and reason, and then the row as it was',
    spec: describeCsv,
  })
    .input(z.object({ params: oneImport }))
    .output(csvFile)
    .errors(errors('PRODUCT_IMPORT_NOT_FOUND')),
  delete: call({
    method: 'DELETE',
    path: `${inImports}/{importId}`,
    successStatus: 204,
    summary: 'Stop and delete an import; what it has imported stays',
  })
    .input(z.object({ params: oneImport }))
    .output(z.void())
    .errors(errors('PRODUCT_IMPORT_NOT_FOUND')),
}

export type ProductImport = z.infer<typeof productImport>
