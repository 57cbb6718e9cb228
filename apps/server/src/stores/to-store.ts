import type { Store, StoreConfig } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import type { StoreRow } from './store-table.ts'

/** The address of a store's page. */
export function storeAddress(handle: string, origins: Pick<Origins, 'public'>): string {
  return `${origins.public}/@${encodeURIComponent(handle)}`
}

/** Returns the store as visitors see it. */
export function toStoreConfig(row: StoreRow, origins: Pick<Origins, 'public'>): StoreConfig {
  const { id, handle, is_active, is_disclosed, short_link_id, short_slug, featured_links, ...settings } = row
  return { store_id: id, ...settings, disclosure: is_disclosed, store_linkshelf_url: storeAddress(handle, origins) }
}

export function toStore(row: StoreRow, origins: Pick<Origins, 'public'>): Store {
  return {
    ...toStoreConfig(row, origins),
    active: row.is_active,
    featured_links: row.featured_links,
    store_short_url: row.short_slug === null ? null : `${origins.public}/${row.short_slug}`,
  }
}

/** Returns the store as the audit log stores it: the fields that an owner can change. */
export function toAuditedStore({ id, handle, short_link_id, short_slug, is_active, is_disclosed, ...settings }: StoreRow): object {
  return { ...settings, active: is_active, disclosure: is_disclosed }
}
