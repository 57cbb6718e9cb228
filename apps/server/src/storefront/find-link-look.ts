import type { PageLanguage } from '@linkshelf/contract'
import type { LinkPageLook } from '@linkshelf/storefront'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/postgres.ts'

/** How a link's pages look: they use the look of the active store in the link's project. */
export interface FoundLinkLook extends LinkPageLook {
  language: PageLanguage
  /** Whether the owner marked the link as an ad in the store. */
  isMarked: boolean
}

/**
 * Returns the look of a link's pages: the language and theme of its project's active store, and the picture of the
 * store's first visible product with this link. Undefined if there is no such store. `db` uses the visitors' database
 * role. Relies on the unique index of a store's project, and on the unique index of product links.
 */
export async function findLinkLook(
  db: Db,
  { projectId, linkId }: { projectId: string; linkId: string },
): Promise<FoundLinkLook | undefined> {
  const { rows } = await sql<FoundLinkLook>`
    select stores.language, stores.layout, coalesce(stores.store_name, stores.name) as name, stores.logo,
      stores.theme, stores.heading_font as "headingFont", stores.text_font as "textFont", stores.custom_fonts_url as "fontsUrl",
      stores.main_color as "mainColor", stores.secondary_color as "secondaryColor", shown.image_url as picture,
      coalesce(shown.image_focus, computed.focus) as focus, computed.is_cutout as "isCutout",
      exists (select from featured_links where featured_links.link_id = ${linkId} and featured_links.is_ad) as "isMarked"
    from stores join organizations on organizations.id = stores.organization_id
      left join lateral (
        select products.image_url, products.image_focus
        from product_links join products on products.id = product_links.product_id
        where product_links.link_id = ${linkId} and products.project_id = stores.project_id
          and products.is_active and products.availability <> 'hidden' and products.image_url is not null
          and (products.is_in_store or not organizations.store_page_enabled)
          and (products.show_from is null or products.show_from <= now()) and (products.show_until is null or products.show_until > now())
        order by products.is_pinned desc, products.position, products.id limit 1
      ) as shown on true
      left join lateral (
        select is_cutout, case when focus_x is not null then jsonb_build_object('x', focus_x / 100.0, 'y', focus_y / 100.0) end as focus
        from uploads
        where digest = substring(shown.image_url from '/media/([A-Za-z0-9_-]{27})/')
          and (not has_late_look or stores.picture_ratio <> 'whole')
      ) as computed on true
    where stores.project_id = ${projectId} and stores.is_active
      and (organizations.store_page_enabled or organizations.product_page_enabled)`.execute(db)
  return rows[0]
}
