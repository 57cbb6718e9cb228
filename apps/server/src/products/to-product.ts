import { computeVisibility, isShownInStore, type Product, type ProductPage } from '@linkshelf/contract'
import { computeRevision, type ProjectContext } from '../access/index.ts'
import { formatLinkUrl } from '../links/index.ts'
import type { Origins } from '../platform/deps.ts'
import { toSchedule } from '../stores/index.ts'
import type { ProductRow } from './product-table.ts'

/** Returns the product as visitors see it. */
export function toProductPage(row: ProductRow, origins: Pick<Origins, 'public'>): ProductPage {
  return {
    product_id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image_url: row.image_url,
    product_url: row.product_url,
    attributes: row.attributes,
    categories: row.categories,
    urls: row.links,
    availability: row.availability,
    product_linkshelf_url: row.short_address && formatLinkUrl(row.short_address, origins),
  }
}

type VisibilityContext = Pick<ProjectContext, 'now' | 'entitlements'>

export function toProduct(
  row: ProductRow,
  origins: Pick<Origins, 'public'>,
  { now, entitlements: { hasStorePage } }: VisibilityContext,
): Product {
  const { price, image_focus, image_look } = row
  const page = { ...toProductPage(row, origins), image_focus, image_look, price }
  const state = { active: row.is_active, in_store: row.is_in_store, pinned: row.is_pinned, ...toSchedule(row) }
  const visibility = computeVisibility({ ...page, ...state }, { now, hasStorePage })
  return { ...page, ...state, visibility, revision: computeRevision(toAuditedProduct(row)) }
}

/** Returns whether visitors see the product. `selectProducts` repeats this rule in SQL for store pages. */
export function isVisible(row: ProductRow, { now, entitlements: { hasStorePage } }: VisibilityContext): boolean {
  const { is_active: active, is_in_store: in_store, availability } = row
  return isShownInStore(computeVisibility({ active, in_store, availability, ...toSchedule(row) }, { now, hasStorePage }))
}

/** Returns the product as the audit log stores it. This includes only fields that an owner can change. */
export function toAuditedProduct({
  id,
  position,
  short_link_id,
  short_address,
  image_look,
  slug: address,
  links: urls,
  is_active: active,
  is_in_store: in_store,
  is_pinned: pinned,
  show_from,
  show_until,
  ...fields
}: ProductRow): object {
  return { ...fields, address, urls, active, in_store, pinned, ...toSchedule({ show_from, show_until }) }
}
