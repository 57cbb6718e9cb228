import { formatPageAddress, formatShortPath, type LinkFacts, type PictureRatio } from '@linkshelf/contract'

/** The data of a store page, as an edge loads it. Everything in it is active. */
export interface StoreData {
  handle: string
  name: string
  /** The display name. */
  displayName: string | null
  title: string | null
  description: string | null
  layout: 'left' | 'top' | 'grid'
  /** How cards show pictures: cropped to a ratio, or whole. */
  pictureRatio: PictureRatio
  mainColor: string
  secondaryColor: string
  logo: string | null
  favicon: string | null
  bannerImage: string | null
  fontsUrl: string | null
  /** The digest of the picture that other sites show beside a link to the store, if one is drawn. */
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
  hasSnippet: boolean
  hasStorePage: boolean
  hasProductPages: boolean
  categories: StoreCategoryData[]
  products: StoreProductData[]
}

export interface StoreCategoryData {
  id: string
  name: string
  /** Its address below that of the store. */
  slug: string
  color: string
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
  /** The digest of the picture that other sites show beside a link to its page, if one is drawn. */
  socialPicture?: string | null
  attributes: Record<string, string>
  isAvailable: boolean
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
export function shortLinkHref({ slug, origin = '' }: Pick<ShopLinkData, 'slug' | 'origin'>): string {
  return origin + formatShortPath(slug)
}

export interface FeaturedLinkData extends ShopLinkData {
  title: string
  /** The choice of the owner, true by default. */
  isAd: boolean
}

/** The addresses of a store's pages, from the root of the public origin. */
export const storePaths = {
  store: ({ handle }: Pick<StoreData, 'handle'>) => `/@${encodeURIComponent(handle)}`,
  category: (store: Pick<StoreData, 'handle'>, { slug }: Pick<StoreCategoryData, 'slug'>) =>
    formatPageAddress(storePaths.store(store), slug),
  product: (store: Pick<StoreData, 'handle'>, { slug }: Pick<StoreProductData, 'slug'>) => formatPageAddress(storePaths.store(store), slug),
  snippet: (store: Pick<StoreData, 'handle'>) => `${storePaths.store(store)}/snippet`,
}
