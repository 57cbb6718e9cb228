// Every statement on `stores` and `store_handles`.
import type { LinkId, OrganizationId, ProjectId, StoreId, StoreLayout } from '@linkshelf/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    stores: {
      id: StoreId
      organization_id: OrganizationId
      project_id: ProjectId
      name: string
      handle: string
      description: string | null
      main_color: string
      secondary_color: string
      layout: StoreLayout
      logo: string | null
      title: string | null
      store_name: string | null
      custom_fonts_url: string | null
      favicon: string | null
      banner_image: string | null
      footer_text: string | null
      snippet: string | null
      is_active: boolean
      short_link_id: LinkId | null
      created_at: Date
    }
    store_handles: { handle: string; organization_id: OrganizationId; project_id: ProjectId; store_id: StoreId }
  }
}

const storeColumns = [
  'id',
  'name',
  'handle',
  'description',
  'main_color',
  'secondary_color',
  'layout',
  'logo',
  'title',
  'store_name',
  'custom_fonts_url',
  'favicon',
  'banner_image',
  'footer_text',
  'snippet',
  'is_active',
  'short_link_id',
] as const

export type StoreRow = Pick<Selectable<Tables['stores']>, (typeof storeColumns)[number]>
export type NewStore = Omit<Selectable<Tables['stores']>, 'short_link_id'>
export type StoreValues = Updateable<Omit<Tables['stores'], 'id' | 'organization_id' | 'project_id' | 'created_at'>>

function storesOf(tx: Tx, projectId: ProjectId) {
  return tx.selectFrom('stores').select(storeColumns).where('project_id', '=', projectId)
}

/** The store of a project, if it has one. */
export function selectStoreOfProject(tx: Tx, projectId: ProjectId): Promise<StoreRow | undefined> {
  return storesOf(tx, projectId).executeTakeFirst()
}

export function selectStore(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<StoreRow | undefined> {
  return storesOf(tx, projectId).where('id', '=', storeId).executeTakeFirst()
}

/** The store of a project, locked against deletion until the transaction ends. */
export function lockStoreOfProject(tx: Tx, projectId: ProjectId): Promise<StoreRow | undefined> {
  return storesOf(tx, projectId).forShare().executeTakeFirst()
}

export function lockStoreForShare(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<StoreRow | undefined> {
  return storesOf(tx, projectId).where('id', '=', storeId).forShare().executeTakeFirst()
}

export function lockStoreForUpdate(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<StoreRow | undefined> {
  return storesOf(tx, projectId).where('id', '=', storeId).forUpdate().executeTakeFirst()
}

/** The main color of the project's store; undefined without a store. */
export async function selectStoreColor(tx: Tx, projectId: ProjectId): Promise<string | undefined> {
  return (await selectStoreOfProject(tx, projectId))?.main_color
}

/** Undefined when the project has a store. */
export function insertStore(tx: Tx, store: NewStore): Promise<StoreRow | undefined> {
  return tx
    .insertInto('stores')
    .values(store)
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .returning(storeColumns)
    .executeTakeFirst()
}

/** The caller has locked the store. */
export function updateStoreRow(tx: Tx, projectId: ProjectId, storeId: StoreId, values: StoreValues): Promise<StoreRow> {
  return tx
    .updateTable('stores')
    .set(values)
    .where('project_id', '=', projectId)
    .where('id', '=', storeId)
    .returning(storeColumns)
    .executeTakeFirstOrThrow()
}

/** Frees its handles. */
export async function deleteStoreRow(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<void> {
  await tx.deleteFrom('stores').where('project_id', '=', projectId).where('id', '=', storeId).execute()
}

export type StoreHandleRow = Selectable<Tables['store_handles']>

/** Of any organization; undefined for a handle that no store has or had. */
export function selectStoreHandle(tx: Tx, handle: string): Promise<StoreHandleRow | undefined> {
  return tx.selectFrom('store_handles').selectAll().where('handle', '=', handle).executeTakeFirst()
}

/** False when another store has the handle, now or from an earlier name. One that the store has already stays. */
export async function insertStoreHandle(tx: Tx, row: StoreHandleRow): Promise<boolean> {
  await tx
    .insertInto('store_handles')
    .values(row)
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .execute()
  return (await selectStoreHandle(tx, row.handle))?.store_id === row.store_id
}
