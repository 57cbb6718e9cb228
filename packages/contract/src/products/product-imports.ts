import { z } from 'zod'
import { projectParams } from '../call.ts'
import { fileImport, makeCsvFileMessages, makeFileImportCalls, makeImportUndoCalls, undoFields } from '../file-imports/file-imports.ts'
import { fileImportId } from '../ids.ts'
import { productsPerProject } from './product-limits.ts'

/** Maximum size of a file of products in bytes, and its maximum number of rows. */
export const productFileMaxBytes = 10_000_000
export const productFileMaxRows = productsPerProject

/** Maximum number of stored product imports per project. The next import replaces the oldest that is not running. */
export const productImportsPerProject = 10

export const productImportMessages = {
  ...makeCsvFileMessages({ maxBytes: productFileMaxBytes, maxRows: productFileMaxRows }),
  noColumns: 'The first line must name the columns, and one of them must be "name".',
} as const

/**
 * The import of a file of products. A row with a `product_id` updates that product. Any other row creates a product.
 */
export const productImport = z.object({
  ...fileImport.shape,
  ...undoFields,
  created: z.number().int(),
  updated: z.number().int(),
  rejected: z.number().int(),
  /** Number of imported rows that lack some of their values. The report names these rows. */
  incomplete: z.number().int(),
  /** Number of short links that are created for the targets of products. */
  links: z.number().int(),
  /** Number of targets without a short link, because the plan's limit of links is reached. */
  links_over_limit: z.number().int(),
  /** Categories in the file that the project does not have, at most 200. */
  missing_categories: z.array(z.string()),
  /** Number of missing categories that are created. */
  categories: z.number().int(),
  /** Number of missing categories that exceed the project's limit when the file is checked. */
  categories_over_limit: z.number().int(),
  /** The affiliate program that exported the file. Null if the file has the columns of this API. */
  program: z.string().nullable(),
  /** Sentences about data in the program's file that the import leaves out. */
  skipped: z.array(z.string()),
})

export const productImportStart = z.strictObject({
  /** Whether missing categories are created. If false, products are imported without them. */
  create_categories: z.boolean().default(true),
})

const calls = {
  path: '/v1/{orgId}/projects/{projectId}/products/imports',
  one: '{importId}',
  params: projectParams.extend({ importId: fileImportId }),
  result: productImport,
} as const

export const productImports = {
  ...makeFileImportCalls({
    ...calls,
    file: { maxBytes: productFileMaxBytes, messages: productImportMessages },
    start: productImportStart,
    errors: { notFound: 'PRODUCT_IMPORT_NOT_FOUND', notReady: 'PRODUCT_IMPORT_NOT_READY' },
    summaries: {
      create:
        'Upload a CSV file of products as multipart/form-data, or an export of Google Merchant Center, Shopify, WooCommerce or Awin; it is checked, and nothing is imported yet. The same file twice makes one import',
      list: 'The imports of a project, latest first',
      get: 'The state, the progress and the result of an import',
      start: 'Import a file that was checked. A repeated call resumes an import that stopped, and otherwise changes nothing',
      issues: 'The rows of an import that are rejected or imported in part, with the reasons',
      report: 'The rows that were rejected or imported in part, as a CSV file: line, column and reason, and then the row as it was',
      delete: 'Stop and delete an import; products that it already imported stay',
    },
  }),
  ...makeImportUndoCalls({ ...calls, notFound: 'PRODUCT_IMPORT_NOT_FOUND', noun: 'products' }),
}

export type ProductImport = z.infer<typeof productImport>
export type ProductImportStart = z.output<typeof productImportStart>
