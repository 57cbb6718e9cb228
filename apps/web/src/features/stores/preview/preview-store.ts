import {
  type Category,
  computeVisibility,
  type FeaturedLink,
  findScheduleState,
  isPriceShown,
  isShownInStore,
  isVideoAddress,
  type Link,
  makeStoreHandle,
  nullableWebAddress,
  type PictureLook,
  type Product,
  type Store,
  type StoreLayout,
  slugOfShortUrl,
  type Thumbnail,
  toShopFacts,
} from '@linkshelf/contract'
import type { StoreData, StoreProductData } from '@linkshelf/storefront'
import type { StoreValues } from '../settings/store-values.ts'

/** The fields of a link that the preview needs. The link may not be created yet. */
export type PreviewedLink = Pick<Link, 'url_id' | 'url' | 'domain' | 'target' | 'expanded' | 'ad' | 'shops'>

/** The content of the store page, without the settings. */
export interface StoreContent {
  categories: readonly Category[]
  products: readonly Product[]
  links: readonly PreviewedLink[]
  /** The pictures that the server fetched for featured links. */
  thumbnails: readonly Thumbnail[]
}

interface PreviewedProduct {
  product: Product
  links: readonly Link[]
  /** A link that will be created with the product: its destination, and whether it will be an ad. */
  added: Pick<Link, 'target' | 'ad'> | undefined
  /** The origin of the instance's own short URLs. */
  origin: string
}

/** Returns the content of a page that has only this product. The product is shown even if visitors can't see it yet. */
export function toProductContent({ product, links, added, origin }: PreviewedProduct): StoreContent {
  const newLinks: PreviewedLink[] =
    added === undefined ? [] : [{ url_id: 'new', url: `${origin}/new`, domain: null, expanded: null, shops: [], ...added }]
  const urls = [...newLinks.map(({ url_id }) => url_id), ...product.urls]
  const availability = product.availability === 'hidden' ? 'available' : product.availability
  const shown = { ...product, urls, availability, active: true, in_store: true, show_from: null, show_until: null }
  return { categories: [], products: [shown], links: [...links, ...newLinks], thumbnails: [] }
}

interface PreviewOptions {
  saved: Store
  values: StoreValues
  content: StoreContent
  hasStorePage: boolean
  hasProductPages: boolean
  now: Date
}

/**
 * Returns the store as visitors would see it now with these settings, even if it is still hidden. Fonts and custom HTML
 * are omitted, because the dashboard's content security policy blocks both.
 */
export function toPreviewStore({ saved, values, content, hasStorePage, hasProductPages, now }: PreviewOptions): StoreData {
  const isShown = (item: Schedule) => findScheduleState(item, now) === undefined
  const linkById = new Map(content.links.map((link) => [link.url_id, link]))
  const marked = new Set(values.featured_links.filter(({ ad }) => ad).map(({ url_id }) => url_id))
  const findShopLinks = (ids: readonly string[]) => ids.flatMap((id) => toShopLink(linkById.get(id), marked))
  return {
    handle: makeStoreHandle(values.name),
    language: values.language,
    name: values.name.trim() || saved.name,
    displayName: toTextOrNull(values.store_name),
    title: toTextOrNull(values.title),
    description: toTextOrNull(values.description),
    layout: values.layout satisfies StoreLayout,
    pictureRatio: values.picture_ratio,
    theme: values.theme,
    headingFont: values.heading_font,
    textFont: values.text_font,
    mainColor: values.main_color,
    secondaryColor: values.secondary_color,
    logo: parseAddressOrNull(values.logo),
    favicon: null,
    bannerImage: parseAddressOrNull(values.banner_image),
    fontsUrl: null,
    footerText: toTextOrNull(values.footer_text),
    isDisclosed: values.disclosure,
    disclosureText: toTextOrNull(values.disclosure_text),
    adLabel: toTextOrNull(values.ad_label),
    imprintUrl: parseAddressOrNull(values.imprint_url),
    privacyUrl: parseAddressOrNull(values.privacy_url),
    contactUrl: saved.contact_url,
    socialLinks: values.social_links.flatMap((link) => parseAddressOrNull(link) ?? []),
    featuredLinks: values.featured_links
      .filter(isShown)
      .flatMap((featured) => findShopLinks([featured.url_id]).map((link) => ({ ...link, ...toFeatured(featured, content) }))),
    newsletter: toNewsletter(values),
    hasSnippet: false,
    hasStorePage,
    hasProductPages,
    categories: content.categories
      .filter((category) => category.active && isShown(category))
      .map(({ category_id, name, slug, color_hex, description, image_url, show_as_row }) => ({
        id: category_id,
        name,
        slug,
        color: color_hex,
        description,
        imageUrl: image_url,
        isRow: show_as_row,
      })),
    products: content.products
      .toSorted((first, second) => Number(second.pinned) - Number(first.pinned))
      .filter((product) => isShownInStore(computeVisibility(product, { now, hasStorePage, store: { active: true } })))
      .map((product) => toPreviewProduct(product, findShopLinks(product.urls), now)),
  }
}

function toFeatured({ url_id, title, subtitle, image_url, thumbnail }: FeaturedLink, { links, thumbnails }: StoreContent) {
  const fetched = thumbnail ? thumbnails.find((one) => one.url_id === url_id)?.image_url : undefined
  const link = links.find((one) => one.url_id === url_id)
  return {
    title,
    subtitle: toTextOrNull(subtitle ?? ''),
    imageUrl: parseAddressOrNull(image_url ?? '') ?? fetched ?? null,
    isVideo: isVideoAddress(link?.expanded ?? link?.target ?? ''),
  }
}

function toNewsletter({ newsletter_url, newsletter_field, newsletter_heading }: StoreValues): StoreData['newsletter'] {
  const url = parseAddressOrNull(newsletter_url)
  return url === null ? null : { url, field: toTextOrNull(newsletter_field), heading: toTextOrNull(newsletter_heading) }
}

function toPreviewProduct(product: Product, links: StoreProductData['links'], now: Date): StoreProductData {
  const { price } = product
  return {
    id: product.product_id,
    name: product.name,
    slug: product.slug,
    description: product.description,
    imageUrl: product.image_url,
    look: product.image_look && toLook(product.image_look),
    focus: product.image_focus,
    attributes: product.attributes,
    isAvailable: product.availability === 'available',
    price: price && isPriceShown(price, links, now) ? price : null,
    categories: product.categories,
    links,
  }
}

function toLook({ focus: { x, y }, cutout: isCutout, hue }: PictureLook): StoreProductData['look'] {
  return { x: x * 100, y: y * 100, isCutout, hue }
}

/** `marked` are the links that the owner marks as ads. */
function toShopLink(link: PreviewedLink | undefined, marked: ReadonlySet<string>): StoreProductData['links'] {
  if (link === undefined) return []
  const { url_id, url, domain, ad } = link
  const origin = domain === null ? undefined : new URL(url).origin
  return [{ slug: slugOfShortUrl(url), origin, ...toShopFacts(link), isAd: ad || marked.has(url_id) }]
}

type Schedule = Pick<Category, 'show_from' | 'show_until'>

function toTextOrNull(typed: string): string | null {
  return typed.trim() || null
}

/** Returns the typed address. Returns null if there is no address, or if the address is still incomplete. */
function parseAddressOrNull(typed: string): string | null {
  const parsed = nullableWebAddress.safeParse(typed)
  return parsed.success ? parsed.data : null
}
