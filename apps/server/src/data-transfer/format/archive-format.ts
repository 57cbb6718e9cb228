import { z } from 'zod'
import { noId } from '../../clicks/index.ts'

// An archive is a gzip file that contains one tar file. The tar file's first file names the format, and its last file
// is the manifest. All files are in a fixed order and have a limited size, so that an export and an import hold only
// one of them in memory.
//
//   linkshelf-archive.json      the format and the exporting instance
//   organization.json           members-0001.jsonl   audit-log-0001.jsonl
//   pictures/{digest}/{file}    the largest file of each picture
//   projects/0001/project.json  the project
//   projects/0001/…             its tables in parts, as .jsonl and .csv, clicks/2026-03-0001.jsonl, page-views/…
//   manifest.json               name, size, rows and SHA-256 of every other file

export const archiveFormat = 'linkshelf-archive'
/** Increment this version if a change makes new archives unreadable for earlier versions. */
export const archiveVersion = 1

export const headFileName = 'linkshelf-archive.json'
export const manifestFileName = 'manifest.json'

export interface ArchiveFile {
  name: string
  bytes: Buffer
  rowCount: number
}

/** A file's entry in the manifest. */
export interface ListedFile {
  name: string
  bytes: number
  rows: number
  sha256: string
}

/** Formats the number of a project, or of a part of a table. Numbers start at 1, for example "0001". */
export function formatNumber(count: number): string {
  return String(count).padStart(4, '0')
}

export function createJsonFile(name: string, content: object): ArchiveFile {
  return { name, bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`), rowCount: 1 }
}

// The format of a project's clicks and page views in an archive: every stored column except the organization and the
// project.

const id = z.uuid().toLowerCase()
const text = z.string().max(2_048)

const visit = {
  id,
  at: z.string().regex(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
  visitor: z.string().regex(/^\d{1,20}$/),
  is_bot: z.boolean(),
  reason: text,
  country: text,
  subdivision: text,
  city: text,
  device: text,
  browser: text,
  os: text,
  referrer: text,
  language: text,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  // Archives of earlier versions lack these columns.
  utm_term: text.default(''),
  utm_content: text.default(''),
}

const clicks = z.strictObject({
  ...visit,
  link_id: id,
  product_id: id,
  store_id: id,
  page: text,
  is_scan: z.boolean(),
  rule: text,
  revision: z.int().min(0),
  // Archives of earlier versions lack these columns.
  shop: text.default(''),
  shop_reason: text.default(''),
  video: text.default(''),
  host: z.string().max(253).default(''),
  alias_id: id.default(noId),
})
const pageViews = z.strictObject({ ...visit, store_id: id, page: text, product_id: id, category_id: id })

/**
 * The archive folders with clicks and page views. Each has its table in ClickHouse, the schema of its rows, and the
 * columns that refer to other entities of the project.
 */
export const visitTables = {
  clicks: { table: 'clicks', row: clicks, references: ['link_id', 'product_id', 'store_id', 'alias_id'] },
  'page-views': { table: 'page_views', row: pageViews, references: ['store_id', 'product_id', 'category_id'] },
} as const

export type VisitFolder = keyof typeof visitTables
