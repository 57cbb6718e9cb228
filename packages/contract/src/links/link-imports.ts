import { z } from 'zod'
import { projectParams } from '../call.ts'
import { fileImport, makeCsvFileMessages, makeFileImportCalls, makeImportUndoCalls, undoFields } from '../file-imports/file-imports.ts'
import { fileImportId } from '../ids.ts'
import type { LinkDraft } from './link-schemas.ts'

/** Maximum size of a file of links in bytes, and its maximum number of rows. */
export const linkFileMaxBytes = 10_000_000
export const linkFileMaxRows = 10_000

/** A column in a file of links: a field of a draft, or a state of the link. A file can't set the excluded fields. */
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

/** Maximum number of stored link imports per project. The next import replaces the oldest that is not running. */
export const linkImportsPerProject = 10

export const linkImportMessages = {
  ...makeCsvFileMessages({ maxBytes: linkFileMaxBytes, maxRows: linkFileMaxRows }),
  noColumns: 'The first line must name the columns, and one of them must be the destination, as "target", "url" or "long_url".',
} as const

/** Maximum number of domains that an import lists, and from which it can move links. */
export const movedDomainsMax = 100

const linkImportCounts = z.object({
  created: z.number().int(),
  /** Number of rows whose link the project already has. */
  skipped: z.number().int(),
  rejected: z.number().int(),
  /** Number of rows that are rejected because they exceed the plan's limit of links. */
  over_limit: z.number().int(),
  /**
   * Number of rows whose slug is taken, reserved or malformed. These rows are rejected, or get a generated slug if the
   * import is started with `replace_slugs`.
   */
  unusable_slugs: z.number().int(),
  unverified_domains: z
    .number()
    .int()
    .describe('How many rows are rejected because their domain is archived, or not verified for the organization'),
  /** Number of imported rows that lack a label or their date. The report names these rows. */
  incomplete: z.number().int(),
})

/** A domain of short URLs in the file. */
const linkImportDomain = z.object({
  host: z.string().describe('The host of short URLs in the file, with its port if the URLs have one'),
  rows: z.number().int().describe('How many rows have this host'),
  status: z
    .enum(['used', 'replaced', 'unverified'])
    .describe(
      'used: links get the same address. replaced: it can’t be your own domain, for example bit.ly, so links get their short name on the project’s domain. unverified: rows are rejected, unless move_domains of the call that starts the import has this host',
    ),
  moved: linkImportCounts
    .nullable()
    .describe('What the import would do with the rows of this domain if move_domains has its host; null unless it is unverified'),
})

/**
 * The import of a file of links. A row is skipped if the project has its link already: a link with the same slug and
 * destination, or, if the row has no slug, a link with the same destination.
 */
export const linkImport = z.object({
  ...fileImport.shape,
  ...undoFields,
  ...linkImportCounts.shape,
  replaced: linkImportCounts
    .nullable()
    .describe('What the import would do if it is started with replace_slugs; null if the file is not checked'),
  domains: z.array(linkImportDomain).describe('The domains of the file’s short URLs, in descending order of rows'),
})

export const linkImportStart = z.strictObject({
  /** Whether a link whose slug can't be used gets a generated slug. If false, its row is rejected. */
  replace_slugs: z.boolean().default(false),
  move_domains: z
    .array(z.string().max(300))
    .max(movedDomainsMax)
    .optional()
    .describe('Unverified domains of the file whose links get their short name on the project’s domain; by default none'),
})

const calls = {
  path: '/v1/{orgId}/projects/{projectId}/urls/imports',
  one: '{linkImportId}',
  params: projectParams.extend({ linkImportId: fileImportId }),
  result: linkImport,
} as const

export const linkImports = {
  ...makeFileImportCalls({
    ...calls,
    file: { maxBytes: linkFileMaxBytes, messages: linkImportMessages },
    start: linkImportStart,
    errors: { notFound: 'LINK_IMPORT_NOT_FOUND', notReady: 'LINK_IMPORT_NOT_READY' },
    summaries: {
      create: `Upload a CSV file of links as multipart/form-data; its columns are ${Object.keys(columns).join(', ')}, or as other services name them. It is checked, and nothing is imported yet. The same file twice makes one import`,
      list: 'The imports of links of a project, latest first',
      get: 'The state, the progress and the result of an import of links',
      start: 'Import a file of links that was checked. A repeated call resumes an import that stopped, and otherwise changes nothing',
      issues: 'The rows of an import of links that are rejected or imported in part, with the reasons',
      report: 'The rows that were rejected or imported in part, as a CSV file: line, column and reason, and then the row as it was',
      delete: 'Stop and delete an import of links; links that it already imported stay',
    },
  }),
  ...makeImportUndoCalls({ ...calls, notFound: 'LINK_IMPORT_NOT_FOUND', noun: 'links' }),
}

export type LinkImportDomain = z.infer<typeof linkImportDomain>
export type LinkImportCounts = z.infer<typeof linkImportCounts>
export type LinkImport = z.infer<typeof linkImport>
export type LinkImportStart = z.output<typeof linkImportStart>
