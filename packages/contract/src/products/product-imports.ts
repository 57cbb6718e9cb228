import { z } from 'zod'
import { projectParams } from '../call.ts'
import { fileImport, makeCsvFileMessages, makeFileImportCalls } from '../file-imports/file-imports.ts'
import { fileImportId } from '../ids.ts'
import { productsPerProject } from './product-limits.ts'

/** The largest file of products, and the most rows it may have. */
export const productFileMaxBytes = 10_000_000
export const productFileMaxRows = productsPerProject

/** How many imports of products a project stores; a further one replaces the oldest that is not running. */
export const productImportsPerProject = 10

export const productImportMessages = {
  ...makeCsvFileMessages({ maxBytes: productFileMaxBytes, maxRows: productFileMaxRows }),
  noColumns: 'The first line must name the columns, and one of them must be "name".',
} as const

/** A file of products. Rows with a `product_id` update that product, others create one. */
export const productImport = z.object({
  ...fileImport.shape,
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
  /** Missing categories that are created. */
  categories: z.number().int(),
  /** Missing categories that the project can't have when the file is checked. */
  categories_over_limit: z.number().int(),
  /** The program whose export the file is; null for a file with the columns of this API. */
  program: z.string().nullable(),
  /** Sentences about what such a file has and an import leaves out. */
  skipped: z.array(z.string()),
})

export const productImportStart = z.strictObject({
  /** Whether missing categories are created; otherwise products are imported without them. */
  create_categories: z.boolean().default(true),
})

export const productImports = makeFileImportCalls({
  path: '/v1/{orgId}/projects/{projectId}/products/imports',
  one: '{importId}',
  params: projectParams.extend({ importId: fileImportId }),
  file: { maxBytes: productFileMaxBytes, messages: productImportMessages },
  start: productImportStart,
  result: productImport,
  errors: { notFound: 'PRODUCT_IMPORT_NOT_FOUND', notReady: 'PRODUCT_IMPORT_NOT_READY' },
  summaries: {
    create:
      'Upload a CSV file of products as multipart/form-data, or an export of Google Merchant Center, Shopify, WooCommerce or Awin; it is checked, and nothing is imported yet. The same file twice makes one import',
    list: 'The imports of a project, latest first',
    get: 'The state, the progress and the result of an import',
    start: 'Import a file that was checked. Repeated, it resumes an import that has stopped, and changes nothing otherwise',
    report: 'The rows that were rejected or imported in part, as a CSV file: line, column and reason, and then the row as it was',
    delete: 'Stop and delete an import; what it has imported stays',
  },
})

export type ProductImport = z.infer<typeof productImport>
export type ProductImportStart = z.output<typeof productImportStart>
