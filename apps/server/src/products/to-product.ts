import type { Product, ProductPage } from '@linkshelf/contract'
import type { Origins } from '../platform/deps.ts'
import { isShownAt, toSchedule } from '../stores/index.ts'
import type { ProductRow } from './product-table.ts'

/** Returns the product as visitors see it. */
export function toProductPage(row: ProductRow, origins: Pick<Origins, 'public'>): ProductPage {
  return {
    product_id: row.id,
    name: row.name,
    description: row.description,
    image_url: row.image_url,
    product_url: row.product_url,
    attributes: row.attributes,
    categories: row.categories,
    urls: row.links,
    availability: row.availability,
    product_linkshelf_url: row.short_slug === null ? null : `${origins.public}/${row.short_slug}`,
  }
}

export function toProduct(row: ProductRow, origins: Pick<Origins, 'public'>): Product {
  return { ...toProductPage(row, origins), active: row.is_active, in_store: row.is_in_store, ...toSchedule(row) }
}

/** Whether visitors of the store see the product. */
export function isVisibleAt(row: ProductRow, now: Date): boolean {
  return row.is_active && row.is_in_store && row.availability !== 'hidden' && isShownAt(row, now)
}

/** Returns the product as the audit log stores it: the fields that an owner can change. */
export function toAuditedProduct(row: ProductRow): object {
  const { name, description, image_url, product_url, attributes, categories, links, is_active, is_in_store, availability } = row
  const state = { active: is_active, in_store: is_in_store, availability, ...toSchedule(row) }
  return { name, description, image_url, product_url, attributes, categories, urls: links, ...state }
}
