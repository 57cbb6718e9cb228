// The format of columns in archives. If an archive of an earlier version lacks a column, the column has a default.
import {
  categoryDraft,
  checkedPrice,
  featuredLinkSubtitleMaxLength,
  hostName,
  pageSlugMaxLength,
  productDraft,
  storeDraft,
  uuid,
} from '@linkshelf/contract'
import { z } from 'zod'

export interface ArchiveColumn {
  /** How the value is selected: unchanged, in a fixed text format, or as the host of `domain_id`. */
  form: 'value' | 'instant' | 'decimal' | 'base64' | 'host'
  schema: z.core.$ZodType
  /** Whether the value is an id of the exporting instance. An import converts it to a new id. */
  isId?: boolean
  /** The table that the id refers to, in the same project. If this table does not have the id, the row is skipped. */
  of?: string
  /** Whether the id can be null. If the referenced table does not have the id, the import sets it to null. */
  isOptional?: boolean
  /** Whether the value can contain addresses of uploads. */
  hasMedia?: boolean
}

export interface ArchiveTable {
  name: string
  columns: Record<string, ArchiveColumn>
  /**
   * Columns that are unique within a project and order the rows. Ids are sorted by the time of creation, also in the
   * importing instance.
   */
  key: readonly string[]
  /** An SQL condition on the archived rows. */
  condition?: string
  /** Whether the archive also has the rows as a CSV file. */
  hasCsv?: boolean
  /** Adds missing values to a row from an earlier version's archive, as far as they can be derived from the row. */
  upgrade?(row: Record<string, unknown>): Record<string, unknown>
  /** Maximum number of rows in one file. Set a lower number if rows can be large. */
  rowsPerFile?: number
}

export const toColumn = (schema: ArchiveColumn['schema']): ArchiveColumn => ({ form: 'value', schema })
export const id: ArchiveColumn = { ...toColumn(uuid), isId: true }
export const toIdColumn = (table: string): ArchiveColumn => ({ ...id, of: table })
export const toOptionalIdColumn = (table: string): ArchiveColumn => ({
  ...toColumn(z.nullable(uuid)),
  isId: true,
  of: table,
  isOptional: true,
})
export const shortLink = toOptionalIdColumn('links')
export const flag = toColumn(z.boolean())
const time = z.iso.datetime()
export const instant: ArchiveColumn = { form: 'instant', schema: time }
export const optionalInstant: ArchiveColumn = { form: 'instant', schema: time.nullable() }
/** Null if the link is on the exporting instance's own domain, or the archive is from an earlier version. */
export const domain: ArchiveColumn = { form: 'host', schema: z.preprocess((given) => given ?? null, z.union([hostName, z.null()])) }
export const position: ArchiveColumn = { form: 'decimal', schema: z.string().regex(/^-?\d{1,1000}(\.\d{1,1000})?$/) }
export const rank = toColumn(z.int32())
export const minorUnits = toColumn(z.int())
export const reported = toColumn(z.string().max(500).nullable())
/** Archives of earlier versions lack this column. */
export const addedReported = toColumn(z.string().max(500).nullable().default(null))
export const addedCount = toColumn(z.int32().default(0))
export const toMediaColumn = (schema: ArchiveColumn['schema']): ArchiveColumn => ({ form: 'value', schema, hasMedia: true })
export const color = toColumn(storeDraft.shape.main_color)
/** Archives of earlier versions lack this column. */
export const addedColor = toColumn(z.nullable(storeDraft.shape.main_color).default(null))
export const page = storeDraft.shape
export const product = productDraft.shape
/** Archives of earlier versions lack the fields that describe a category as a collection. */
export const collection = categoryDraft.shape
/** Archives of earlier versions lack the card fields of featured links. In this case the link stays a button. */
export const card = {
  subtitle: toColumn(z.string().max(featuredLinkSubtitleMaxLength).nullable().default(null)),
  image_url: toMediaColumn(page.logo),
  has_thumbnail: toColumn(z.boolean().default(false)),
}
/**
 * Archives of earlier versions lack this column. If the slug is missing or not valid, an import derives it from the
 * name.
 */
export const addedSlug = toColumn(z.string().max(pageSlugMaxLength).nullable().default(null))
/** Archives of earlier versions lack this column. */
export const addedPrice = toColumn(z._default(z.nullable(checkedPrice), null))
export const schedule = { show_from: optionalInstant, show_until: optionalInstant }
