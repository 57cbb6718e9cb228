import { z } from 'zod'
import { projectParams } from '../call.ts'
import { fileImport, makeCsvFileMessages, makeFileImportCalls } from '../file-imports/file-imports.ts'
import { fileImportId } from '../ids.ts'
import type { LinkDraft } from './link-schemas.ts'

/** The largest file of links, and the most rows it may have. */
export const linkFileMaxBytes = 10_000_000
export const linkFileMaxRows = 10_000

/** A column of a file of links: a field of a draft, or a state of the link. A file can't set the excluded fields. */
export type LinkImportColumn = Exclude<keyof LinkDraft, 'affiliated' | 'shops' | 'choice_page'> | 'archived' | 'created_at'

const columns: Record<LinkImportColumn, true> = {
  target: true,
  domain: true,
  slug: true,
  title: true,
  labels: true,
  notes: true,
  archived: true,
  created_at: true,
}

/** How many imports of links a project stores; a further one replaces the oldest that is not running. */
export const linkImportsPerProject = 10

export const linkImportMessages = {
  ...makeCsvFileMessages({ maxBytes: linkFileMaxBytes, maxRows: linkFileMaxRows }),
  noColumns: 'The first line must name the columns, and one of them must be the destination, as "target", "url" or "long_url".',
} as const

/** The most domains that one import moves links from; no import lists more. */
export const movedDomainsMax = 100

/** A domain that short URLs of the file are on. */
const linkImportDomain = z.object({
  host: z.string().describe('The host of short URLs in the file, with its port where it names one'),
  rows: z.number().int().describe('How many rows name it'),
  status: z
    .enum(['used', 'replaced', 'unverified'])
    .describe(
      'used: links are at their address. replaced: it can be no own domain, as those of services for everyone, so links have their short name on the domain of the project. unverified: rows are rejected, unless the start names it in move_domains',
    ),
})

/**
 * A file of links. A row whose link the project has already is skipped: one with the same short name and destination,
 * or without a short name one with the same destination.
 */
export const linkImport = z.object({
  ...fileImport.shape,
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
  unverified_domains: z.number().int().describe('Rejected rows whose domain is not verified for the organization, or is archived'),
  /** Imported rows without some of their labels; the report names them. */
  incomplete: z.number().int(),
  domains: z.array(linkImportDomain).describe('The domains that short URLs of the file are on, those of most rows first'),
})

export const linkImportStart = z.strictObject({
  /** Whether links whose short name can't be used get a generated one; otherwise their rows are rejected. */
  replace_slugs: z.boolean().default(false),
  move_domains: z
    .array(z.string().max(300))
    .max(movedDomainsMax)
    .optional()
    .describe('Unverified domains of the file whose links get their short name on the domain of the project; by default none'),
})

export const linkImports = makeFileImportCalls({
  path: '/v1/{orgId}/projects/{projectId}/urls/imports',
  one: '{linkImportId}',
  params: projectParams.extend({ linkImportId: fileImportId }),
  file: { maxBytes: linkFileMaxBytes, messages: linkImportMessages },
  start: linkImportStart,
  result: linkImport,
  errors: { notFound: 'LINK_IMPORT_NOT_FOUND', notReady: 'LINK_IMPORT_NOT_READY' },
  summaries: {
    create: `Upload a CSV file of links as multipart/form-data; its columns are ${Object.keys(columns).join(', ')}, or as other services name them. It is checked, and nothing is imported yet. The same file twice makes one import`,
    list: 'The imports of links of a project, latest first',
    get: 'The state, the progress and the result of an import of links',
    start: 'Import a file of links that was checked. Repeated, it resumes an import that has stopped, and changes nothing otherwise',
    report: 'The rows that were rejected or imported in part, as a CSV file: line, column and reason, and then the row as it was',
    delete: 'Stop and delete an import of links; what it has imported stays',
  },
})

export type LinkImportDomain = z.infer<typeof linkImportDomain>
export type LinkImport = z.infer<typeof linkImport>
export type LinkImportStart = z.output<typeof linkImportStart>
