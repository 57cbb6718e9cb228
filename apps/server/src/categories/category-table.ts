// Every statement on `categories`.
import type { Category, CategoryId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import { revisionOf } from '../access/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'
import { type ScheduleColumns, toSchedule } from '../stores/index.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    categories: ScheduleColumns & {
      id: CategoryId
      organization_id: OrganizationId
      project_id: ProjectId
      name: string
      color_hex: string
      is_active: boolean
      position: string
      created_at: Date
    }
  }
}

const categoryColumns = ['id', 'name', 'color_hex', 'is_active', 'show_from', 'show_until'] as const

export type CategoryRow = Pick<Selectable<Tables['categories']>, (typeof categoryColumns)[number]>
type NewCategory = Omit<Selectable<Tables['categories']>, 'organization_id' | 'project_id'>
export type CategoryValues = Updateable<
  Pick<Tables['categories'], 'name' | 'color_hex' | 'is_active' | 'position' | 'show_from' | 'show_until'>
>

/** Selects the categories in the order of the owner. */
export function selectCategories(tx: Tx, projectId: ProjectId): Promise<CategoryRow[]> {
  return tx.selectFrom('categories').select(categoryColumns).where('project_id', '=', projectId).orderBy('position').orderBy('id').execute()
}

/** Locks the given categories against deletion until the transaction ends. Returns the ids of those that exist. */
export async function lockCategoriesForShare(tx: Tx, projectId: ProjectId, ids: readonly CategoryId[]): Promise<CategoryId[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('categories')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.id)
}

export function lockCategoryForUpdate(tx: Tx, projectId: ProjectId, categoryId: CategoryId): Promise<CategoryRow | undefined> {
  return tx
    .selectFrom('categories')
    .select(categoryColumns)
    .where('project_id', '=', projectId)
    .where('id', '=', categoryId)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the list of categories until the transaction ends: no other transaction adds or moves one. */
export async function lockCategoryListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`categories:${projectId}`}, 0))`.execute(tx)
}

export function insertCategory(tx: Tx, organizationId: OrganizationId, projectId: ProjectId, category: NewCategory): Promise<CategoryRow> {
  return tx
    .insertInto('categories')
    .values({ ...category, organization_id: organizationId, project_id: projectId })
    .returning(categoryColumns)
    .executeTakeFirstOrThrow()
}

/** The caller has locked the category. */
export function updateCategoryRow(tx: Tx, projectId: ProjectId, categoryId: CategoryId, values: CategoryValues): Promise<CategoryRow> {
  return tx
    .updateTable('categories')
    .set(values)
    .where('project_id', '=', projectId)
    .where('id', '=', categoryId)
    .returning(categoryColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteCategoryRow(tx: Tx, projectId: ProjectId, categoryId: CategoryId): Promise<void> {
  await tx.deleteFrom('categories').where('project_id', '=', projectId).where('id', '=', categoryId).execute()
}

export function toCategory(row: CategoryRow): Category {
  const fields = toAuditedCategory(row)
  return { ...fields, revision: revisionOf(fields) }
}

/** Returns the category as the audit log stores it. */
export function toAuditedCategory(row: CategoryRow): Omit<Category, 'revision'> {
  return { category_id: row.id, name: row.name, color_hex: row.color_hex, active: row.is_active, ...toSchedule(row) }
}
