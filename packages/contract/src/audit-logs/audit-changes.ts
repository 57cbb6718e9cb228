// The changes in an entry of the audit log, with the names that fields have on screen.
import { findOwnValue } from '../own-value.ts'

type Fields = Readonly<Record<string, unknown>>

/** The entity as the audit log stores it: `before` is null for a creation, and `after` for a deletion. */
export interface AuditedChange {
  before: Fields | null
  after: Fields | null
}

export interface FieldChange {
  field: string
  label: string
  /** Undefined if the field did not exist. */
  before: unknown
  after: unknown
  /** Name or id of the entity that has the field. Set if the entry is about several entities. */
  subject?: string
}

/**
 * Names that fields have on screen. Only fields whose name on screen can't be derived from the field name are listed.
 */
const labelsByField: Readonly<Record<string, string>> = {
  target: 'Destination',
  slug: 'Short name',
  urls: 'Links',
  image_url: 'Image URL',
  image_focus: 'Focus of the image',
  product_url: 'Product URL',
  store_name: 'Display name',
  custom_fonts_url: 'Custom fonts URL',
  snippet: 'Custom HTML',
  color_hex: 'Color',
  in_store: 'In store',
  show_as_row: 'Show as a row',
  dashboard_days: 'Days in charts',
  full_analytics_enabled: 'Full analytics',
  store_page_enabled: 'Store pages',
  product_page_enabled: 'Product pages',
  package: 'Plan',
  payment_period: 'Billing',
  full_name: 'Name',
  visible_from: 'Visible from',
  visible_until: 'Visible until',
  user_id: 'User',
}

/** Fields that are not shown: copies of another field, and values that only programs read. */
const hiddenFields = new Set([
  'id',
  'project_id',
  'organization_id',
  'organizationId',
  'label_id',
  'template_id',
  'category_id',
  'product_id',
  'store_id',
])

/** Converts a field name to its name on screen: `main_color` becomes "Main color". */
function toAuditFieldLabel(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  return findOwnValue(labelsByField, field) ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/**
 * Returns the fields that an entry changed, in stored order. If the entry is about several entities, the fields of all
 * entities are returned.
 */
export function listChangedFields(change: AuditedChange): FieldChange[] {
  if (!isAboutSeveral(change)) return listOwnChangedFields(change)
  return splitAuditedChange(change).flatMap(({ id, ...one }) => {
    const subject = findAuditedName(one) ?? id
    return listOwnChangedFields(one).map((field) => ({ ...field, subject }))
  })
}

/** Splits an entry about several entities into the change of each entity. Returns an empty list for any other entry. */
export function splitAuditedChange(change: AuditedChange): (AuditedChange & { id: string })[] {
  if (!isAboutSeveral(change)) return []
  const ids = [...new Set([...Object.keys(change.before ?? {}), ...Object.keys(change.after ?? {})])]
  return ids.map((id) => ({ id, before: findFieldsById(change.before, id), after: findFieldsById(change.after, id) }))
}

/** Returns the name of the entity that an entry is about; undefined if the entry contains no name. */
export function findAuditedName({ before, after }: AuditedChange): string | undefined {
  for (const fields of [before, after]) {
    for (const field of ['name', 'title', 'slug', 'file_name', 'full_name', 'email', 'url']) {
      const value = fields?.[field]
      if (typeof value === 'string' && value !== '') return value
    }
  }
  return undefined
}

function listOwnChangedFields({ before, after }: AuditedChange): FieldChange[] {
  const fields = Object.keys(after ?? before ?? {}).filter((field) => !hiddenFields.has(field))
  return fields
    .map((field) => ({ field, label: toAuditFieldLabel(field), before: before?.[field], after: after?.[field] }))
    .filter((change) => !isSameValue(change.before, change.after))
}

const uuidKey = /^[0-9a-f]{8}-[0-9a-f]{4}-/

/** Whether an entry is about several entities. Such an entry stores the fields of each entity under the entity's id. */
function isAboutSeveral({ before, after }: AuditedChange): boolean {
  const keys = Object.keys(before ?? after ?? {})
  return keys.length > 0 && keys.every((key) => uuidKey.test(key))
}

function findFieldsById(several: Fields | null, id: string): Fields | null {
  const fields = several?.[id]
  return typeof fields === 'object' && fields !== null ? (fields as Fields) : null
}

/** Whether two values are equal. Missing, null and empty values count as equal. */
function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(hasValue(one) ? one : null) === JSON.stringify(hasValue(other) ? other : null)
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}
