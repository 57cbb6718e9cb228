import { computeVisibility, isShownInStore, type Product, type ProductPage, type Visibility } from '@linkshelf/contract'
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

export function toProduct(row: ProductRow, origins: Pick<Origins, 'public'>, ctx: VisibilityContext): Product {
  const { price, image_focus, image_look } = row
  const page = { ...toProductPage(row, origins), image_focus, image_look, price }
  const state = { active: row.is_active, in_store: row.is_in_store, pinned: row.is_pinned, ...toSchedule(row) }
  return { ...page, ...state, visibility: toVisibility(row, ctx), revision: computeRevision(toAuditedProduct(row)) }
}

export function toVisibility(row: ProductRow, { now, entitlements: { hasStorePage } }: VisibilityContext): Visibility {
  const { is_active: active, is_in_store: in_store, availability } = row
  const store = row.is_store_active === null ? null : { active: row.is_store_active }
  return computeVisibility({ active, in_store, availability, ...toSchedule(row) }, { now, hasStorePage, store })
}

/** Returns whether visitors see the product. `selectProducts` repeats this rule in SQL for pages of an active store. */
export function isVisible(row: ProductRow, ctx: VisibilityContext): boolean {
  return isShownInStore(toVisibility(row, ctx))
}

/** Returns the product as the audit log stores it. This includes only fields that an owner can change. */
export function toAuditedProduct({
  id,
  position,
  short_link_id,
  short_address,
  image_look,
  is_store_active,
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
