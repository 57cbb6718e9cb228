import type { Category } from '@linkshelf/contract'
import { toSchedule } from '../stores/index.ts'
import type { CategoryRow } from './category-table.ts'

export function toCategory(row: CategoryRow): Category {
  return { category_id: row.id, name: row.name, color_hex: row.color_hex, active: row.is_active, ...toSchedule(row) }
}
