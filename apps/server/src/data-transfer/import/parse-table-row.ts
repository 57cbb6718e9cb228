import { mediaPath } from '@linkshelf/contract'
import { z } from 'zod'
import type { Origins } from '../../platform/deps.ts'
import type { ArchiveTable } from '../format/archive-tables.ts'
import { toImportedDigest, toImportedId } from '../format/archived-id.ts'
import { reasonOf } from '../format/parse-rows.ts'

/** A row as it is inserted. */
export type TableRow = Record<string, unknown>

/** The origin of a row in an archive, which determines its form in this instance. */
export interface RowOrigin {
  importId: string
  /** The public origin of the exporting instance. */
  linksUrl: string
  origins: Origins
}

const object = z.record(z.string(), z.unknown())

/** The row with ids and addresses of this instance; the reason for a row that is not valid. */
export function parseTableRow(table: ArchiveTable, value: unknown, origin: RowOrigin): TableRow | string {
  const given = object.safeParse(value)
  if (!given.success) return 'not an object'
  const row: TableRow = {}
  for (const [name, { schema, isId, hasMedia, form }] of Object.entries(table.columns)) {
    const { success, data, error } = z.safeParse(schema, given.data[name])
    if (!success) return `${name}: ${reasonOf(error)}`
    if (isId && typeof data === 'string') row[name] = toImportedId(origin.importId, data)
    else if (hasMedia && typeof data === 'string') row[name] = withOwnMedia(data, origin)
    else if (form === 'base64' && typeof data === 'string') row[name] = `\\x${Buffer.from(data, 'base64').toString('hex')}`
    else row[name] = data
  }
  return row
}

/** Addresses of pictures of the exporting instance become those of their copies. Any other text stays. */
function withOwnMedia(text: string, { importId, linksUrl, origins }: RowOrigin): string {
  const prefix = `${new URL(linksUrl).origin}${mediaPath}`
  return text.replaceAll(
    new RegExp(`${RegExp.escape(prefix)}([\\w-]{27})/`, 'g'),
    (_whole, digest: string) => `${origins.public}${mediaPath}${toImportedDigest(importId, digest)}/`,
  )
}
