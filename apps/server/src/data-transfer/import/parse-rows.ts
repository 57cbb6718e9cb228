import { createHash } from 'node:crypto'
import { archiveLimits, dataImportMessages, mediaPath } from '@linkshelf/contract'
import { z } from 'zod'
import { noId } from '../../clicks/index.ts'
import type { Origins } from '../../platform/deps.ts'
import type { ArchiveTable } from '../format/archive-columns.ts'
import { parseJson, UnreadableArchiveError } from '../format/read-archive.ts'

interface ParsedRows<Row> {
  rows: Row[]
  /** The problems of skipped lines. */
  problems: string[]
}

/**
 * Returns the rows of a JSON Lines file. If `parse` rejects a line, the line is skipped and reported with the reason
 * that `parse` returned. Throws UnreadableArchiveError if there are too many rows or too many rejected lines.
 */
export function parseLines<Row>(bytes: Buffer, parse: (value: unknown) => Row | string): ParsedRows<Row> {
  const parsed: ParsedRows<Row> = { rows: [], problems: [] }
  let number = 0
  for (const line of splitLines(bytes)) {
    number += 1
    if (line.length === 0) continue
    const value = line.length > archiveLimits.lineBytes ? undefined : parseJson(line)
    const row = value === undefined ? 'no JSON, too long, or with characters that can not be stored' : parse(value)
    if (typeof row === 'string') parsed.problems.push(`line ${number}: ${row}`)
    else parsed.rows.push(row)
    if (parsed.rows.length > archiveLimits.rowsPerFile) throw new UnreadableArchiveError(dataImportMessages.tooManyRows)
    if (parsed.problems.length > archiveLimits.invalidRows) throw new UnreadableArchiveError(dataImportMessages.tooManyInvalidRows)
  }
  return parsed
}

function* splitLines(bytes: Buffer): Generator<Buffer> {
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = bytes.indexOf('\n', start)
    yield bytes.subarray(start, end === -1 ? bytes.length : end)
  }
}

/** Maximum length of a reason. */
const maxReasonLength = 300

/** Returns a function for `parseLines` that validates with a schema. */
export function createSchemaParser<Row>(schema: z.core.$ZodType<Row>): (value: unknown) => Row | string {
  return (value) => {
    const { success, data, error } = z.safeParse(schema, value)
    return success ? data : formatReason(error)
  }
}

function formatReason(error: z.core.$ZodError): string {
  const [issue] = error.issues
  return issue === undefined ? 'not valid' : `${issue.path.join('.')}: ${issue.message}`.replace(/^: /, '').slice(0, maxReasonLength)
}

/** A row that is ready to be inserted. */
export type TableRow = Record<string, unknown>

/** The import and instance that a row comes from. They determine its ids and addresses in this instance. */
export interface RowOrigin {
  importId: string
  /** The public origin of the exporting instance. */
  linksUrl: string
  origins: Origins
}

const object = z.record(z.string(), z.unknown())

/** Returns the row with ids and addresses of this instance. If the row is not valid, returns the reason. */
export function parseTableRow(table: ArchiveTable, value: unknown, origin: RowOrigin): TableRow | string {
  const given = object.safeParse(value)
  if (!given.success) return 'not an object'
  const upgraded = table.upgrade?.(given.data) ?? given.data
  const row: TableRow = {}
  for (const [name, { schema, isId, hasMedia, form }] of Object.entries(table.columns)) {
    const { success, data, error } = z.safeParse(schema, upgraded[name])
    if (!success) return `${name}: ${formatReason(error)}`
    if (isId && typeof data === 'string') row[name] = toImportedId(origin.importId, data)
    else if (hasMedia && typeof data === 'string') row[name] = replaceMediaAddresses(data, origin)
    else if (form === 'base64' && typeof data === 'string') row[name] = `\\x${Buffer.from(data, 'base64').toString('hex')}`
    else row[name] = data
  }
  return table.name === 'links' ? { ...row, ...findPage(row, origin) } : row
}

/**
 * Returns the page whose short URL is this link. `page_kind` and `page_id` are null if the link does not lead to a page
 * of a store or also leads to shops, even if the archive names a page. Short URLs of pages do not count toward the
 * plan's link limit, so a changed archive could otherwise exceed the limit. Archives of earlier versions do not store
 * the page, so it is read from the link's destination. A store's destination does not contain the store's id, so the
 * link's own id is used until the store is inserted.
 */
function findPage({ id, page_kind, page_id, target, shops, has_choice_page }: TableRow, { importId, linksUrl }: RowOrigin): TableRow {
  const pages = `${new URL(linksUrl).origin}/@`
  const path = String(target).startsWith(pages) ? String(target).slice(pages.length) : undefined
  if (path === undefined || has_choice_page || !Array.isArray(shops) || shops.length > 0) return { page_kind: null, page_id: null }
  if (page_kind !== null && page_id !== null) return { page_kind, page_id }
  const productId = productPath.exec(path)?.[1]
  if (productId !== undefined) return { page_kind: 'product', page_id: toImportedId(importId, productId) }
  return path.includes('/') ? { page_kind: null, page_id: null } : { page_kind: 'store', page_id: id }
}

const productPath = /^[^/]+\/p\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * Replaces the exporting instance's picture addresses with the addresses of the imported copies. Other text does not
 * change.
 */
function replaceMediaAddresses(text: string, { importId, linksUrl, origins }: RowOrigin): string {
  const prefix = `${new URL(linksUrl).origin}${mediaPath}`
  return text.replaceAll(
    new RegExp(`${RegExp.escape(prefix)}([\\w-]{27})/`, 'g'),
    (_whole, digest: string) => `${origins.public}${mediaPath}${toImportedDigest(importId, digest)}/`,
  )
}

/**
 * The length of an id's last group. An import replaces only this group. The other groups begin with the time, so rows
 * have the same order as before.
 */
const endLength = 12

/**
 * Converts an id in an archive to an id in the importing instance. Within one import, an id is always converted to the
 * same id, so an import that resumes needs no list of ids. No other row has the new id, because the import's own id is
 * random.
 */
export function toImportedId<Id extends string = string>(importId: string, archivedId: string): Id {
  if (archivedId === noId) return archivedId as Id
  const end = createHash('sha256').update(importId).update(archivedId).digest('hex').slice(0, endLength)
  return `${archivedId.slice(0, -endLength)}${end}` as Id
}

/** Converts the digest of a picture in an archive to the digest of its imported copy. */
export function toImportedDigest(importId: string, archivedDigest: string): string {
  return createHash('sha256').update(importId).update(archivedDigest).digest('base64url').slice(0, archivedDigest.length)
}
