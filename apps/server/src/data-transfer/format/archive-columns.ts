// Forms of columns in archives. Those of earlier versions lack some columns, which then have a default.
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
  /** How the value is selected: as it is, in a form that is always the same, or the host of `domain_id`. */
  form: 'value' | 'instant' | 'decimal' | 'base64' | 'host'
  schema: z.core.$ZodType
  /** An id of the exporting instance: an import makes another of it. */
  isId?: boolean
  /** The table of the same project that the id refers to. A row whose id is missing there is skipped. */
  of?: string
  /** The id may be null, and is where what it names is missing. */
  isOptional?: boolean
  /** May name uploads by their address. */
  hasMedia?: boolean
}

export interface ArchiveTable {
  name: string
  columns: Record<string, ArchiveColumn>
  /** Unique within a project. Ids are in the order of their creation, in the importing instance too. */
  key: readonly string[]
  /** A condition on the archived rows. */
  condition?: string
  /** Whether the archive also has the rows as a CSV file. */
  hasCsv?: boolean
  /** Adds to a row of an archive of an earlier version what that version did not store, as far as the row tells it. */
  upgrade?(row: Record<string, unknown>): Record<string, unknown>
  /** Rows of one file; fewer where rows can be large. */
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
/** Null on the domain of the exporting instance. Archives of earlier versions lack it. */
export const domain: ArchiveColumn = { form: 'host', schema: z.preprocess((given) => given ?? null, z.union([hostName, z.null()])) }
export const position: ArchiveColumn = { form: 'decimal', schema: z.string().regex(/^-?\d{1,1000}(\.\d{1,1000})?$/) }
export const rank = toColumn(z.int32())
export const minorUnits = toColumn(z.int())
export const reported = toColumn(z.string().max(500).nullable())
/** Archives of earlier versions lack it. */
export const addedReported = toColumn(z.string().max(500).nullable().default(null))
export const addedCount = toColumn(z.int32().default(0))
export const toMediaColumn = (schema: ArchiveColumn['schema']): ArchiveColumn => ({ form: 'value', schema, hasMedia: true })
export const color = toColumn(storeDraft.shape.main_color)
/** Archives of earlier versions lack it. */
export const addedColor = toColumn(z.nullable(storeDraft.shape.main_color).default(null))
export const page = storeDraft.shape
export const product = productDraft.shape
/** Archives of earlier versions lack the fields of categories as collections. */
export const collection = categoryDraft.shape
/** Archives of earlier versions lack the fields of featured links as cards, and such a link stays a button. */
export const card = {
  subtitle: toColumn(z.string().max(featuredLinkSubtitleMaxLength).nullable().default(null)),
  image_url: toMediaColumn(page.logo),
  has_thumbnail: toColumn(z.boolean().default(false)),
}
/** Archives of earlier versions lack it, and an import makes one of the name for what is none. */
export const addedSlug = toColumn(z.string().max(pageSlugMaxLength).nullable().default(null))
/** Archives of earlier versions lack it. */
export const addedPrice = toColumn(z._default(z.nullable(checkedPrice), null))
export const schedule = { show_from: optionalInstant, show_until: optionalInstant }
