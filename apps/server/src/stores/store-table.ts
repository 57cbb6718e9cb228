// Statements on `stores` and `store_handles`. Imports write these tables, too (data-transfer/import/).
import {
  type FeaturedLink,
  type LinkId,
  listUploadAddresses,
  type OrganizationId,
  type PageLanguage,
  type PictureRatio,
  type ProjectId,
  type Store,
  type StoreConfig,
  type StoreFont,
  type StoreId,
  type StoreLayout,
  type StoreTheme,
  toHostOrigin,
} from '@linkshelf/contract'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { computeRevision } from '../access/index.ts'
import { rootHostOfStore } from '../domains/index.ts'
import { formatLinkUrl, type ShortAddress, selectShortAddress } from '../links/index.ts'
import type { Origins } from '../platform/deps.ts'
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
      language: PageLanguage
      layout: StoreLayout
      picture_ratio: PictureRatio
      theme: StoreTheme
      heading_font: StoreFont | null
      text_font: StoreFont | null
      logo: string | null
      title: string | null
      store_name: string | null
      custom_fonts_url: string | null
      favicon: string | null
      banner_image: string | null
      footer_text: string | null
      snippet: string | null
      is_active: boolean
      is_disclosed: boolean
      disclosure_text: string | null
      ad_label: string | null
      imprint_url: string | null
      privacy_url: string | null
      contact_url: string | null
      /** Statements that write this column send JSON text. */
      social_links: string[]
      newsletter_url: string | null
      newsletter_field: string | null
      newsletter_heading: string | null
      short_link_id: LinkId | null
      created_at: Date
    }
    /**
     * If the store is deleted, `store_id` is null. Then only another store of the same organization can use the handle.
     */
    store_handles: { handle: string; organization_id: OrganizationId; project_id: ProjectId; store_id: StoreId | null }
  }
}

const storeColumns = [
  'id',
  'name',
  'handle',
  'description',
  'main_color',
  'secondary_color',
  'language',
  'layout',
  'picture_ratio',
  'theme',
  'heading_font',
  'text_font',
  'logo',
  'title',
  'store_name',
  'custom_fonts_url',
  'favicon',
  'banner_image',
  'footer_text',
  'snippet',
  'is_active',
  'is_disclosed',
  'disclosure_text',
  'ad_label',
  'imprint_url',
  'privacy_url',
  'contact_url',
  'social_links',
  'newsletter_url',
  'newsletter_field',
  'newsletter_heading',
  'short_link_id',
] as const

export type StoreRow = Pick<Selectable<Tables['stores']>, (typeof storeColumns)[number]> & {
  /** The featured links in the owner's order. Deleted links are omitted. */
  featured_links: FeaturedLink[]
  /** The address of the store page's short URL. Null if the page has no short URL or its link was deleted. */
  short_address: ShortAddress | null
  /**
   * The host at whose root the store is. If there are several, the first. Null if the store is not at the root of a
   * domain.
   */
  root_host: string | null
}
type NewStore = Omit<Selectable<Tables['stores']>, 'short_link_id'>
type StoreValues = Updateable<Omit<Tables['stores'], 'id' | 'organization_id' | 'project_id' | 'created_at'>>

function createStoreQuery(tx: Tx, projectId: ProjectId) {
  return tx
    .selectFrom('stores')
    .select(storeColumns)
    .select([featuredLinks, selectShortAddress('stores.short_link_id').as('short_address'), rootHostOfStore.as('root_host')])
    .where('project_id', '=', projectId)
}

const toUtcText = (column: 'show_from' | 'show_until') =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const featuredLinks = sql<FeaturedLink[]>`(
  select coalesce(json_agg(json_build_object('url_id', link_id, 'title', featured_links.title, 'subtitle', featured_links.subtitle,
    'image_url', featured_links.image_url, 'thumbnail', has_thumbnail, 'ad', is_ad,
    'show_from', ${toUtcText('show_from')}, 'show_until', ${toUtcText('show_until')}) order by rank), '[]'::json)
  from featured_links join links on links.id = link_id and links.deleted_at is null
  where store_id = stores.id
)`.as('featured_links')

export function selectStoreOfProject(tx: Tx, projectId: ProjectId): Promise<StoreRow | undefined> {
  return createStoreQuery(tx, projectId).executeTakeFirst()
}

export function selectStore(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<StoreRow | undefined> {
  return createStoreQuery(tx, projectId).where('id', '=', storeId).executeTakeFirst()
}

/** Returns the project's store, locked against changes and deletion until the transaction ends. */
export function lockStoreOfProject(tx: Tx, projectId: ProjectId): Promise<StoreRow | undefined> {
  return createStoreQuery(tx, projectId).forShare().executeTakeFirst()
}

export function lockStoreForShare(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<StoreRow | undefined> {
  return createStoreQuery(tx, projectId).where('id', '=', storeId).forShare().executeTakeFirst()
}

/**
 * Returns the store, locked against changes and deletion until the transaction ends. The store is read after it is
 * locked, because a statement that waits for a lock would return the featured links from before the wait.
 */
export async function lockStoreForUpdate(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<StoreRow | undefined> {
  await tx.selectFrom('stores').select('id').where('project_id', '=', projectId).where('id', '=', storeId).forUpdate().execute()
  return selectStore(tx, projectId, storeId)
}

export async function selectStoreColor(tx: Tx, projectId: ProjectId): Promise<string | undefined> {
  return (await selectStoreOfProject(tx, projectId))?.main_color
}

/**
 * SQL expression for whether the project's store is shown to visitors. Null if the project has no store. Relies on the
 * unique index on the project of a store.
 */
export function selectStoreActive(projectId: RawBuilder<unknown>): RawBuilder<boolean | null> {
  return sql`(select is_active from stores where stores.project_id = ${projectId})`
}

/** Inserts the store. Returns false if the project already has a store. */
export async function insertStore(tx: Tx, store: NewStore): Promise<boolean> {
  const inserted = await tx
    .insertInto('stores')
    .values({ ...store, social_links: toJson(store.social_links) })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Updates the given columns of the store. The caller has locked the store. */
export async function updateStoreRow(tx: Tx, projectId: ProjectId, storeId: StoreId, values: StoreValues): Promise<void> {
  const { social_links, ...others } = values
  await tx
    .updateTable('stores')
    .set({ ...others, ...(social_links !== undefined && { social_links: toJson(social_links as string[]) }) })
    .where('project_id', '=', projectId)
    .where('id', '=', storeId)
    .execute()
}

/** Sends JSON text, because the driver would send a list as a PostgreSQL array. */
function toJson(links: string[]) {
  return sql<string[]>`${JSON.stringify(links)}::json`
}

/** Deletes the store. Its handles stay reserved for the organization. */
export async function deleteStoreRow(tx: Tx, projectId: ProjectId, storeId: StoreId): Promise<void> {
  await tx.deleteFrom('stores').where('project_id', '=', projectId).where('id', '=', storeId).execute()
}

type StoreHandleRow = Selectable<Tables['store_handles']>

/** Returns the row of a handle, in any organization. Undefined if no store has or had the handle. */
export function selectStoreHandle(tx: Tx, handle: string): Promise<StoreHandleRow | undefined> {
  return tx.selectFrom('store_handles').selectAll().where('handle', '=', handle).executeTakeFirst()
}

/**
 * Reserves a handle for a store. A handle belongs to its store even after the store is renamed, and to its organization
 * after the store is deleted. Returns false if the handle belongs to another store or organization. If it already
 * belongs to the store, nothing changes.
 */
export async function insertStoreHandle(tx: Tx, row: StoreHandleRow): Promise<boolean> {
  await tx
    .insertInto('store_handles')
    .values(row)
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .execute()
  const { project_id, store_id } = row
  const unusedHandle = tx.updateTable('store_handles').set({ project_id, store_id }).where('store_id', 'is', null)
  await unusedHandle.where('handle', '=', row.handle).where('organization_id', '=', row.organization_id).execute()
  return (await selectStoreHandle(tx, row.handle))?.store_id === row.store_id
}

/** Lists the uploads that the organization's stores use. */
export async function listStoreUploads(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('stores').select(['logo', 'favicon', 'banner_image', 'custom_fonts_url', 'snippet']).execute()
  const featured = await tx.selectFrom('featured_links').select('image_url').where('image_url', 'is not', null).execute()
  return [...rows, ...featured].flatMap((row) => Object.values(row)).flatMap((text) => listUploadAddresses(text ?? ''))
}

/**
 * Returns the store page's address below its handle. This address always works, even if the store is at the root of a
 * domain.
 */
export function toStoreAddress(handle: string, origins: Pick<Origins, 'public'>): string {
  return `${origins.public}/@${encodeURIComponent(handle)}`
}

/**
 * Returns the store page's address that visitors are shown. If the store is at the root of a domain, this is the root.
 */
export function toStoreUrl({ handle, root_host }: Pick<StoreRow, 'handle' | 'root_host'>, origins: Pick<Origins, 'public'>): string {
  return root_host === null ? toStoreAddress(handle, origins) : `${toHostOrigin(origins.public, root_host)}/`
}

/** Returns the store as visitors see it. */
export function toStoreConfig(row: StoreRow, origins: Pick<Origins, 'public'>): StoreConfig {
  const { id, handle, is_active, is_disclosed, short_link_id, short_address, root_host, featured_links, ...settings } = row
  return { store_id: id, ...settings, disclosure: is_disclosed, store_linkshelf_url: toStoreUrl(row, origins) }
}

export function toStore(row: StoreRow, origins: Pick<Origins, 'public'>): Store {
  return {
    ...toStoreConfig(row, origins),
    active: row.is_active,
    featured_links: row.featured_links,
    store_short_url: row.short_address && formatLinkUrl(row.short_address, origins),
    revision: computeRevision(toAuditedStore(row)),
  }
}

/** Returns the store as the audit log stores it. This includes only fields that an owner can change. */
export function toAuditedStore({
  id,
  handle,
  short_link_id,
  short_address,
  root_host,
  is_active,
  is_disclosed,
  ...settings
}: StoreRow): object {
  return { ...settings, active: is_active, disclosure: is_disclosed }
}
