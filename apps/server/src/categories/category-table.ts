// Every statement on `categories`.
import {
  type Category,
  type CategoryId,
  categoriesPerProject,
  categoryNameMaxLength,
  listUploadAddresses,
  mediaPath,
  type OrganizationId,
  type ProjectId,
  type StoreCategory,
} from '@linkshelf/contract'
import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import { computeRevision } from '../access/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'
import { type ScheduleColumns, toSchedule } from '../stores/index.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    categories: ScheduleColumns & {
      id: CategoryId
      organization_id: OrganizationId
      project_id: ProjectId
      name: string
      /** Address of the category's page, below the store's address. */
      slug: Generated<string>
      color_hex: string
      is_active: boolean
      description: Generated<string | null>
      image_url: Generated<string | null>
      is_row: Generated<boolean>
      position: string
      created_at: Date
    }
  }
}

const categoryColumns = [
  'id',
  'name',
  'slug',
  'color_hex',
  'is_active',
  'description',
  'image_url',
  'is_row',
  'show_from',
  'show_until',
] as const

export type CategoryRow = Pick<Selectable<Tables['categories']>, (typeof categoryColumns)[number]>
type NewCategory = Omit<Selectable<Tables['categories']>, 'organization_id' | 'project_id'>
export type CategoryValues = Updateable<Omit<Tables['categories'], 'id' | 'organization_id' | 'project_id' | 'created_at'>>

/** Selects the categories in the owner's order. */
export function selectCategories(tx: Tx, projectId: ProjectId): Promise<CategoryRow[]> {
  return tx.selectFrom('categories').select(categoryColumns).where('project_id', '=', projectId).orderBy('position').orderBy('id').execute()
}

/** Lists the uploads that the organization's categories use as images. */
export async function listCategoryUploads(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('categories').select('image_url').where('image_url', 'like', `%${mediaPath}%`).execute()
  return rows.flatMap(({ image_url }) => listUploadAddresses(image_url ?? ''))
}

export function selectCategory(tx: Tx, projectId: ProjectId, categoryId: CategoryId): Promise<CategoryRow | undefined> {
  return tx
    .selectFrom('categories')
    .select(categoryColumns)
    .where('project_id', '=', projectId)
    .where('id', '=', categoryId)
    .executeTakeFirst()
}

export async function selectCategoryIds(tx: Tx, projectId: ProjectId): Promise<CategoryId[]> {
  const rows = await tx.selectFrom('categories').select('id').where('project_id', '=', projectId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks the given categories against deletion until the transaction ends. Returns the ids of the categories that exist.
 */
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

/** Returns the category with this name, ignoring case. Relies on categories_name_key. */
export function selectCategoryByName(tx: Tx, projectId: ProjectId, name: string): Promise<CategoryRow | undefined> {
  return tx
    .selectFrom('categories')
    .select(categoryColumns)
    .where('project_id', '=', projectId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
}

/**
 * Returns a name that no other category of the project has, ignoring case. If another category has the given name, the
 * first free number is appended, for example `Lamps (2)`.
 */
export async function selectFreeCategoryName(
  tx: Tx,
  projectId: ProjectId,
  { id, name }: Pick<CategoryRow, 'id' | 'name'>,
): Promise<string> {
  const numbered = Array.from({ length: categoriesPerProject }, (_, index) => appendSuffix(name, ` (${index + 2})`))
  const { rows } = await sql<{ tried: string }>`
    select tried from unnest(${[name, ...numbered]}::text[]) with ordinality as names (tried, nth)
    where not exists (
      select from categories where project_id = ${projectId} and id <> ${id} and lower(categories.name) = lower(tried)
    )
    order by nth limit 1`.execute(tx)
  return rows[0]?.tried ?? name
}

/** Appends the suffix. If the result would be too long, shortens the name, but never splits a surrogate pair. */
function appendSuffix(name: string, suffix: string): string {
  const beginning = name.slice(0, categoryNameMaxLength - suffix.length).replace(/[\uD800-\uDBFF]$/, '')
  return `${beginning.trimEnd()}${suffix}`
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

/**
 * Locks the list of categories until the transaction ends, so that no other transaction adds, renames or moves a
 * category.
 */
export async function lockCategoryListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`categories:${projectId}`}, 0))`.execute(tx)
}

/** Returns the inserted category, or undefined if the project has a category with this name, ignoring case. */
export function insertCategory(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: ProjectId,
  category: NewCategory,
): Promise<CategoryRow | undefined> {
  return tx
    .insertInto('categories')
    .values({ ...category, organization_id: organizationId, project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .returning(categoryColumns)
    .executeTakeFirst()
}

/**
 * Returns the updated category. Returns undefined if another category of the project has the new name, ignoring case.
 * The caller must have locked the category and, if the name changes, the list of categories.
 */
export function updateCategoryRow(
  tx: Tx,
  projectId: ProjectId,
  categoryId: CategoryId,
  values: CategoryValues,
): Promise<CategoryRow | undefined> {
  const { name } = values
  return tx
    .updateTable('categories')
    .set(values)
    .where('project_id', '=', projectId)
    .where('id', '=', categoryId)
    .$if(name !== undefined, (update) =>
      update.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('categories as other')
              .select('other.id')
              .where('other.project_id', '=', projectId)
              .where('other.id', '<>', categoryId)
              .where(sql<boolean>`lower(other.name) = lower(${name})`),
          ),
        ),
      ),
    )
    .returning(categoryColumns)
    .executeTakeFirst()
}

export async function deleteCategoryRow(tx: Tx, projectId: ProjectId, categoryId: CategoryId): Promise<void> {
  await tx.deleteFrom('categories').where('project_id', '=', projectId).where('id', '=', categoryId).execute()
}

/** Returns the category as visitors see it. */
export function toStoreCategory({ id: category_id, is_row: show_as_row, ...row }: CategoryRow): StoreCategory {
  const { name, slug, color_hex, description, image_url } = row
  return { category_id, name, slug, color_hex, description, image_url, show_as_row }
}

export function toCategory(row: CategoryRow): Category {
  return { ...toStoreCategory(row), active: row.is_active, ...toSchedule(row), revision: computeRevision(toAuditedCategory(row)) }
}

/** Returns the category as the audit log stores it. */
export function toAuditedCategory({
  id: category_id,
  slug: address,
  is_active: active,
  is_row: show_as_row,
  show_from,
  show_until,
  ...fields
}: CategoryRow): object {
  return { ...fields, category_id, address, active, show_as_row, ...toSchedule({ show_from, show_until }) }
}
