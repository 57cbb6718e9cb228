import { mediaPath, packageName, packagesWithSnippetConnections, socialPictureSize, videoAddress } from '@linkshelf/contract/basics'
import type { FeaturedLinkData, StoreCategoryData, StoreData, StoreProductData } from '@linkshelf/storefront'
import { type RawBuilder, sql } from 'kysely'
import { isServingDomain, rootHostOfStore, selectDomainHost } from '../domains/visitors.ts'
import { createSettingsSubquery } from '../integrations/visitors.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import { parseRootProject, type StoreAddress } from './store-address.ts'

export interface FoundStore {
  /** The present handle. */
  handle: string
  organizationId: string
  /** Whether the organization has store pages or product pages. */
  hasPages: boolean
  /**
   * JSON that `parseStoreDocument` reads. The text stays the same while nothing changes. Null if it is larger than the
   * maximum that an edge loads.
   */
  text: string | null
}

/** A store as visitors may see it, with values that its pages do not show. */
export interface VisibleStore extends StoreData {
  id: string
  projectId: string
  organizationId: string
  snippet: string | null
  /** Whether scripts of the snippet may open connections: on paid plans, or if the instance has no plans. */
  hasConnections: boolean
}

/** Visible from `from` until just before `until`, in milliseconds since 1970. Null means no limit. */
export interface Scheduled {
  from: number | null
  until: number | null
}

/** The host of a link's own domain. Missing or null if the link is on the instance's domain. */
export interface OnDomain {
  domain?: string | null
}

/** A store with everything that visitors may see now or later. */
export interface StoreDocument extends VisibleStore {
  categories: (StoreCategoryData & Scheduled)[]
  products: (Omit<StoreProductData, 'links'> & Scheduled & { links: (StoreProductData['links'][number] & OnDomain)[] })[]
  featuredLinks: (FeaturedLinkData & Scheduled & OnDomain)[]
  /** The first own domain that has the store at its root; null if no domain has it. */
  rootHost: string | null
  /** The ids of products and categories by their earlier slugs. */
  earlierSlugs: Record<string, string>
}

/**
 * Returns the active store with this handle or earlier handle, or the store of the project at a domain's root.
 * Undefined if there is no such store. `db` uses the visitors' database role. The text contains only active categories
 * and products, in the owner's order.
 */
export async function findStore(
  db: Db,
  handle: StoreAddress['handle'],
  { maxTextBytes, hasPlans }: { maxTextBytes: number; hasPlans: boolean },
): Promise<FoundStore | undefined> {
  const projectId = parseRootProject({ handle })
  const isRequested =
    projectId === undefined
      ? sql`stores.id = (select store_id from store_handles where store_handles.handle = ${handle})`
      : sql`stores.project_id = ${projectId}`
  const packages = hasPlans ? packagesWithSnippetConnections : packageName.options
  // The query is materialized, because the text would otherwise be built twice: once for its length and once for the
  // result.
  const { rows } = await sql<FoundStore>`with store as materialized (
    select stores.handle, stores.organization_id as "organizationId", organizations.store_page_enabled or organizations.product_page_enabled as "hasPages", json_build_object(
      'id', stores.id, 'projectId', stores.project_id, 'organizationId', stores.organization_id,
      'handle', stores.handle, 'language', stores.language, 'name', stores.name, 'displayName', stores.store_name, 'title', stores.title, 'description', stores.description,
      'layout', stores.layout, 'pictureRatio', stores.picture_ratio,
      'theme', stores.theme, 'headingFont', stores.heading_font, 'textFont', stores.text_font, 'mainColor', stores.main_color, 'secondaryColor', stores.secondary_color, 'logo', stores.logo, 'favicon', stores.favicon,
      'bannerImage', stores.banner_image, 'fontsUrl', stores.custom_fonts_url,
      'socialPicture', ${selectDrawingPath('stores', 'social_pictures', 'store_id')}, 'footerText', stores.footer_text,
      'isDisclosed', stores.is_disclosed, 'disclosureText', stores.disclosure_text, 'adLabel', stores.ad_label,
      'imprintUrl', stores.imprint_url, 'privacyUrl', stores.privacy_url, 'contactUrl', stores.contact_url, 'socialLinks', stores.social_links,
      'newsletter', case when newsletter_url is not null then json_build_object(
        'url', newsletter_url, 'field', newsletter_field, 'heading', newsletter_heading) end,
      'snippet', stores.snippet, 'hasSnippet', stores.snippet is not null, 'hasConnections', organizations.package = any(${packages}::text[]),
      'hasStorePage', organizations.store_page_enabled, 'hasProductPages', organizations.product_page_enabled,
      'featuredLinks', ${featuredLinks}, 'integrations', ${createSettingsSubquery(sql.ref('stores.project_id'))}, 'rootHost', ${rootHostOfStore}, 'earlierSlugs', ${earlierSlugs},
      'categories', (
        select coalesce(json_agg(json_build_object(
          'id', id, 'name', name, 'slug', slug, 'color', color_hex, 'description', description, 'imageUrl', image_url,
          'look', ${createLookSubquery(sql`categories.image_url`)}, 'isRow', is_row,
          'socialPicture', ${selectDrawingPath('categories', 'category_pictures', 'category_id')}, ${schedule}
        ) order by position, id), '[]'::json)
        from categories where project_id = stores.project_id and is_active
      ),
      'products', (
        select coalesce(json_agg(json_build_object(
          'id', products.id, 'name', products.name, 'slug', products.slug, 'description', products.description, 'imageUrl', products.image_url,
          'look', ${createLookSubquery(sql`products.image_url`)}, 'focus', products.image_focus,
          'socialPicture', ${selectDrawingPath('products', 'product_pictures', 'product_id')},
          'attributes', products.attributes, 'isAvailable', availability = 'available', 'price', products.price, 'categories', ${categoryIds}, 'links', ${links}, ${schedule}
        ) order by is_pinned desc, position, products.id), '[]'::json)
        from products where project_id = stores.project_id and is_active and availability <> 'hidden'
          and (is_in_store or not organizations.store_page_enabled)
      )
    )::text as text
    from stores
    join organizations on organizations.id = stores.organization_id
    where ${isRequested} and stores.is_active
  ) select handle, "organizationId", "hasPages", case when octet_length(text) <= ${maxTextBytes} then text end as text from store`.execute(
    db,
  )
  return rows[0]
}

/**
 * Returns SQL for the path of the social picture that was drawn for a store, product or category. If this drawing was
 * deleted, the id in the path finds the current drawing.
 */
function selectDrawingPath(things: 'stores' | 'products' | 'categories', table: string, idColumn: string): RawBuilder<string | null> {
  const id = sql.ref(idColumn)
  const [folder, file] = [sql.lit(`/${things}/`), sql.lit(`/${socialPictureSize.width}x${socialPictureSize.height}.`)]
  const path = sql`${sql.lit(mediaPath)} || digest || ${folder} || ${id} || ${file} || format`
  return sql`(select ${path} from ${sql.table(table)} where ${id} = ${sql.ref(`${things}.id`)})`
}

const schedule = sql`'from', (extract(epoch from show_from) * 1000)::bigint, 'until', (extract(epoch from show_until) * 1000)::bigint`

const categoryIds = sql`array(select category_id from product_categories where product_id = products.id order by category_id)`

/** Selects a link's address and where the link leads. Most values are the default value, and nulls are omitted. */
const leadingLink = sql`'slug', slug, 'domain', ${selectDomainHost(sql.ref('links.domain_id'))},
  'leadsTo', json_strip_nulls(json_build_object('target', links.target, 'expandedTarget', expanded_target, 'title', links.title,
    'shops', nullif(shops, '[]'), 'expandedShops', nullif(expanded_shops, '{}'),
    'hasChoicePage', nullif(has_choice_page, false), 'isAffiliated', nullif(is_affiliated, true))),
  'isMarked', case when exists (
    select from featured_links as marked where marked.link_id = links.id and marked.is_ad) then true end`

/** A visitor can open the link: it is not deleted, and its own domain, if it has one, serves links. */
const isReachable = sql`links.deleted_at is null
  and (links.domain_id is null or ${isServingDomain(sql.ref('links.domain_id'))})`

/**
 * SQL for the look of an uploaded picture: focus, cutout and hue. If the look was found some time after the upload,
 * only stores that crop pictures use it. Relies on the primary key of uploads.
 */
const createLookSubquery = (imageUrl: RawBuilder<unknown>) => sql`(
  select json_build_object('x', focus_x, 'y', focus_y, 'isCutout', is_cutout, 'hue', hue)
  from uploads where digest = substring(${imageUrl} from '/media/([A-Za-z0-9_-]{27})/') and (is_cutout or focus_x is not null)
    and (not has_late_look or stores.picture_ratio <> 'whole')
)`

const links = sql`(
  select coalesce(json_agg(json_strip_nulls(json_build_object(${leadingLink})) order by rank, links.id), '[]'::json)
  from product_links join links on links.id = product_links.link_id and ${isReachable}
  where product_links.product_id = products.id
)`

/**
 * SQL for the picture of a featured link: the owner's picture, or else the thumbnail of the link's present destination.
 * Relies on the primary key of link_thumbnails.
 */
const featuredPicture = sql`coalesce(featured_links.image_url, (
  select thumbnails.image_url from link_thumbnails as thumbnails
  where has_thumbnail and thumbnails.link_id = links.id and thumbnails.target = links.target
))`

const featuredLinks = sql`(
  select coalesce(json_agg(json_build_object(
    ${leadingLink}, 'title', featured_links.title, 'subtitle', featured_links.subtitle,
    'imageUrl', ${featuredPicture}, 'isVideo', coalesce(expanded_target, links.target) ~* ${videoAddress}::text, ${schedule}
  ) order by rank), '[]'::json)
  from featured_links join links on links.id = featured_links.link_id and ${isReachable}
  where featured_links.store_id = stores.id
)`

/**
 * Maximum number of earlier slugs that are loaded. An archive may contain more, but every visit that loads the store
 * reads the loaded slugs.
 */
const earlierSlugsMax = 10_000

const earlierSlugs = sql`(
  select coalesce(json_object_agg(slug, coalesce(product_id, category_id) order by slug), '{}'::json)
  from (
    select slug, product_id, category_id from page_slugs
    where project_id = stores.project_id and replaced_at is not null order by replaced_at desc limit ${earlierSlugsMax}
  ) as earlier
)`
