import { csvFileMessages } from '../file-import-rules.ts'
import { productsPerProject } from './product-rules.ts'

/** The largest file of products, and the most rows it may have. */
export const productFileMaxBytes = 10_000_000
export const productFileMaxRows = productsPerProject

/** How many imports of a project are stored; a further one replaces the oldest that is not running. */
export const productImportsPerProject = 10

export const productImportMessages = {
  ...csvFileMessages({ maxBytes: productFileMaxBytes, maxRows: productFileMaxRows }),
  noColumns: 'The first line must name the columns, and one of them must be "name".',
} as const
