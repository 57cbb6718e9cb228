import { csvFileMessages } from '../file-import-rules.ts'

/** The largest file of links, and the most rows it may have. */
export const linkFileMaxBytes = 10_000_000
export const linkFileMaxRows = 10_000

/** How many imports of a project are stored; a further one replaces the oldest that is not running. */
export const linkImportsPerProject = 10

export const linkImportMessages = {
  ...csvFileMessages({ maxBytes: linkFileMaxBytes, maxRows: linkFileMaxRows }),
  noColumns: 'The first line must name the columns, and one of them must be the destination, as "target", "url" or "long_url".',
} as const
