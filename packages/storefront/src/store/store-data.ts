import {
  type CheckedPrice,
  formatPageAddress,
  formatShortPath,
  type LinkFacts,
  type PageLanguage,
  type PictureFocus,
  type PictureRatio,
  type StoreFont,
  type StoreLayout,
  type StoreTheme,
} from '@linkshelf/contract'

/** Where the pages of a store are. */
export interface StorePlace {
  handle: string
  /** The origin of the own domain at whose root the store is; without one it is on the instance's own only. */
  rootOrigin?: string | null
  /** The page is shown there, and leads to other pages there. */
  isAtRoot?: boolean
}

/** The data of a store page, as an edge loads it. Everything in it is active. */
export interface StoreData extends StorePlace {
  /** The language of the page's own texts. */
  language: PageLanguage
  name: string
  /** The display name. */
  displayName: string | null
  title: string | null
  description: string | null
  layout: StoreLayout
  /** How cards show pictures: cropped to a ratio, or whole. */
  pictureRatio: PictureRatio
  theme: StoreTheme
  /** Null for that of the theme. */
  headingFont: StoreFont | null
  textFont: StoreFont | null
  mainColor: string
  secondaryColor: string
  logo: string | null
  favicon: string | null
  bannerImage: string | null
  fontsUrl: string | null
  /** The drawn picture that other sites show beside a link to the store: its path on the public origin. */
  socialPicture?: string | null
  footerText: string | null
  /** Whether the page says that its links are ads. */
  isDisclosed: boolean
  /** Null for the default text. */
  disclosureText: string | null
  /** The mark beside each button; null for the default one. */
  adLabel: string | null
  imprintUrl: string | null
  privacyUrl: string | null
  /** A page or a `mailto:` address. */
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

/** A form that posts to the provider of the owner. */
export interface NewsletterData {
  /** Over https. */
  url: string
  /** The name of the field for the email address; null for that of the provider. */
  field: string | null
  /** Null for one in the language of the page. */
  heading: string | null
}

export interface StoreCategoryData {
  id: string
  name: string
  /** Its address below that of the store. */
  slug: string
  color: string
  description?: string | null
  imageUrl?: string | null
  /** Known of an uploaded picture. */
  look?: PictureLookData | null
  /** Whether the main page shows its first products in a row of their own. */
  isRow?: boolean
  /** The drawn picture that other sites show beside a link to its page: its path on the public origin. */
  socialPicture?: string | null
}

export interface StoreProductData {
  id: string
  name: string
  /** Its address below that of the store. */
  slug: string
  description: string | null
  imageUrl: string | null
  /** Known of uploaded pictures. */
  look?: PictureLookData | null
  /** The choice of the owner; null for the part that stands out. */
  focus?: PictureFocus | null
  /** The drawn picture that other sites show beside a link to its page: its path on the public origin. */
  socialPicture?: string | null
  attributes: Record<string, string>
  isAvailable: boolean
  /** Only while the shops allow to show it. */
  price?: CheckedPrice | null
  categories: string[]
  /** The places where it is sold: short links of the owner. */
  links: ShopLinkData[]
}

/** The part of a picture that stays in a crop, in percent, and the ground of a cut-out. */
export interface PictureLookData {
  x: number | null
  y: number | null
  /** A thing before a white or transparent ground, which is never cropped. */
  isCutout: boolean
  /** In degrees; null for a gray picture. */
  hue: number | null
}

/** A short link of the owner, and the host that it leads to. */
export interface ShopLinkData extends LinkFacts {
  slug: string
  /** The origin of its short URL; undefined for that of the page. */
  origin?: string | undefined
}

/** The address of a short link, as a page links to it. */
export function formatShortLinkHref({ slug, origin = '' }: Pick<ShopLinkData, 'slug' | 'origin'>): string {
  return origin + formatShortPath(slug)
}

export interface FeaturedLinkData extends ShopLinkData {
  title: string
  subtitle?: string | null
  /** The owner's picture, or the stored one of the page that the link leads to. */
  imageUrl?: string | null
  isVideo?: boolean
  /** The choice of the owner, true by default. */
  isAd: boolean
}

/** The paths of a store's pages, from the root of the host that shows the page. */
export const storePaths = {
  store: ({ handle, isAtRoot = false }: StorePlace) => (isAtRoot ? '/' : `/@${encodeURIComponent(handle)}`),
  category: (store: StorePlace, { slug }: Pick<StoreCategoryData, 'slug'>) => formatPageAddress(storePaths.store(store), slug),
  product: (store: StorePlace, { slug }: Pick<StoreProductData, 'slug'>) => formatPageAddress(storePaths.store(store), slug),
  snippet: (store: StorePlace) => formatPageAddress(storePaths.store(store), 'snippet'),
}

/** A store with more products than this has a search and can be sorted, since one glance does not show them all. */
export const searchFrom = 8

/** The address of a part of a list of products, at this path or URL. */
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

/** The canonical URLs of a store's pages: on its own domain if it is at the root of one, wherever the page is shown. */
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
