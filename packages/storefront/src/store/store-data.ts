import {
  type CheckedPrice,
  formatPageAddress,
  formatShortPath,
  type PageLanguage,
  type PictureFocus,
  type PictureRatio,
  type ShopFacts,
  type StoreFont,
  type StoreLayout,
  type StoreTheme,
} from '@linkshelf/contract'

export interface StorePlace {
  handle: string
  /**
   * The origin of the owner's domain that has the store at its root. If there is none, the store is only on the
   * instance's own origin.
   */
  rootOrigin?: string | null
  /**
   * Whether the page is shown at the root of the domain in `rootOrigin`. If so, its links lead to the store's pages on
   * that domain.
   */
  isAtRoot?: boolean
}

/** The data of a store page, as an edge loads it. It contains only active products, categories and links. */
export interface StoreData extends StorePlace {
  /** The language of the page's built-in texts. */
  language: PageLanguage
  name: string
  displayName: string | null
  title: string | null
  description: string | null
  layout: StoreLayout
  /** Whether cards crop pictures to a ratio or show them whole. */
  pictureRatio: PictureRatio
  theme: StoreTheme
  /** Null if the theme's font is used. */
  headingFont: StoreFont | null
  textFont: StoreFont | null
  mainColor: string
  secondaryColor: string
  logo: string | null
  favicon: string | null
  bannerImage: string | null
  fontsUrl: string | null
  /** Path on the public origin of the drawn picture that other sites show next to a link to the store. */
  socialPicture?: string | null
  footerText: string | null
  /** Whether the page says that its links are ads. */
  isDisclosed: boolean
  /** Null if the default text is used. */
  disclosureText: string | null
  /** The mark next to each button; null if the default mark is used. */
  adLabel: string | null
  imprintUrl: string | null
  privacyUrl: string | null
  /** The address of a page, or a `mailto:` address. */
  contactUrl: string | null
  socialLinks: string[]
  featuredLinks: FeaturedLinkData[]
  newsletter?: NewsletterData | null
  hasSnippet: boolean
  hasStorePage: boolean
  hasProductPages: boolean
  categories: StoreCategoryData[]
  products: StoreProductData[]
}

/** A form that posts to the owner's newsletter provider. */
export interface NewsletterData {
  /** Begins with https://. */
  url: string
  /** The name of the field for the email address; null if the provider's usual name is used. */
  field: string | null
  /** Null if the default heading in the language of the page is used. */
  heading: string | null
}

export interface StoreCategoryData {
  id: string
  name: string
  /** The slug of the category's page, below the address of the store. */
  slug: string
  color: string
  description?: string | null
  imageUrl?: string | null
  /** Only uploaded pictures have a look. */
  look?: PictureLookData | null
  /** Whether the main page shows the category's first products as a row. */
  isRow?: boolean
  /** Path on the public origin of the drawn picture that other sites show next to a link to the category. */
  socialPicture?: string | null
}

export interface StoreProductData {
  id: string
  name: string
  /** The slug of the product's page, below the address of the store. */
  slug: string
  description: string | null
  imageUrl: string | null
  /** Only uploaded pictures have a look. */
  look?: PictureLookData | null
  /** The focus that the owner chose; null if the computed focus is used. */
  focus?: PictureFocus | null
  /** Path on the public origin of the drawn picture that other sites show next to a link to the product. */
  socialPicture?: string | null
  attributes: Record<string, string>
  isAvailable: boolean
  /**
   * Null or missing if the product has no price, or if the price was checked too long ago for the rules of its shops.
   */
  price?: CheckedPrice | null
  categories: string[]
  /** Short links to the shops that sell the product. */
  links: ShopLinkData[]
}

/** The focus of a picture, in percent, and the background of a cut-out. */
export interface PictureLookData {
  x: number | null
  y: number | null
  /**
   * Whether the picture is an object in front of a white or transparent background. Such cut-outs are never cropped.
   */
  isCutout: boolean
  /** Hue in degrees; null for a gray picture. */
  hue: number | null
}

/** A short link of the owner, and the hosts that it leads to. */
export interface ShopLinkData extends ShopFacts {
  slug: string
  /** The origin of the short URL. If undefined, the origin of the page is used. */
  origin?: string | undefined
  /** Whether the link is marked as an ad, by `isAdLink`. */
  isAd: boolean
}

export function formatShortLinkHref({ slug, origin = '' }: Pick<ShopLinkData, 'slug' | 'origin'>): string {
  return origin + formatShortPath(slug)
}

export interface FeaturedLinkData extends ShopLinkData {
  title: string
  subtitle?: string | null
  /** The owner's picture, or the stored picture of the page that the link leads to. */
  imageUrl?: string | null
  isVideo?: boolean
}

/** Paths of a store's pages, on the host that shows the page. */
export const storePaths = {
  store: ({ handle, isAtRoot = false }: StorePlace) => (isAtRoot ? '/' : `/@${encodeURIComponent(handle)}`),
  category: (store: StorePlace, { slug }: Pick<StoreCategoryData, 'slug'>) => formatPageAddress(storePaths.store(store), slug),
  product: (store: StorePlace, { slug }: Pick<StoreProductData, 'slug'>) => formatPageAddress(storePaths.store(store), slug),
  snippet: (store: StorePlace) => formatPageAddress(storePaths.store(store), 'snippet'),
}

/**
 * Maximum number of products in a store without search and sort order. Visitors can see so few products at a glance.
 */
export const productsWithoutSearchMax = 8

/**
 * Returns the address of a page of a product list, with the search and the sort order. `path` can be a path or a URL.
 */
export function formatListAddress(
  path: string,
  { search = '', sort, page = 1 }: { search?: string; sort?: string | undefined; page?: number },
): string {
  const query = new URLSearchParams({
    ...(search && { q: search }),
    ...(sort !== undefined && { sort }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}

/**
 * Canonical URLs of a store's pages. If one of the owner's domains has the store at its root, the URLs are on this
 * domain, even if the page is shown on another host.
 */
export const storeUrls = {
  store: (store: StorePlace, origin: string) => toCanonicalOrigin(store, origin) + storePaths.store(toCanonicalPlace(store)),
  category: (store: StorePlace, origin: string, category: Pick<StoreCategoryData, 'slug'>) =>
    toCanonicalOrigin(store, origin) + storePaths.category(toCanonicalPlace(store), category),
  product: (store: StorePlace, origin: string, product: Pick<StoreProductData, 'slug'>) =>
    toCanonicalOrigin(store, origin) + storePaths.product(toCanonicalPlace(store), product),
}

function toCanonicalOrigin({ rootOrigin }: StorePlace, origin: string): string {
  return rootOrigin ?? origin
}

function toCanonicalPlace(store: StorePlace): StorePlace {
  return { ...store, isAtRoot: Boolean(store.rootOrigin) }
}
