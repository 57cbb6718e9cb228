import type { Label } from '@linkshelf/contract'
import type { LabelRow } from './label-table.ts'

export function toLabel(row: LabelRow): Label {
  return { label_id: row.id, name: row.name, active: row.is_active, color_hex: row.color_hex }
}
