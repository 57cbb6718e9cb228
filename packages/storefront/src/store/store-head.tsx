import { formatMediaFilePath, iconSides, parseUploadAddress, socialPictureSize } from '@linkshelf/contract'
import { truncateText } from '../texts/truncate-text.ts'
import { listCollectionStyles } from './collection-style.ts'
import { priceStyle, sortStyle, trailStyle } from './list-style.ts'
import { pictureClasses } from './parts/picture-classes.ts'
import { featuredStyle, layoutStyles, productPageStyle } from './product-style.ts'
import { fewStyles } from './short-list-style.ts'
import { productsWithoutSearchMax, type StoreCategoryData, type StoreData, type StoreProductData, storeUrls } from './store-data.ts'
import { languageStyles, storeStyle } from './store-style.ts'
import { toStoreTheme } from './store-theme.ts'
import { formatThemeStyle, listFirstFontFiles } from './themes/theme-style.ts'

export interface StoreHeadProps {
  store: StoreData
  /** The public origin. */
  origin: string
  title: string
  description: string | null
  /** Set on the page of a product. */
  product?: StoreProductData
  /** Set on the page of a category. */
  category?: StoreCategoryData | undefined
  /** Whether the page lists so few products that it uses the style for short lists. */
  hasFew?: boolean
  /**
   * The URL of this page, with the query parameters that distinguish it. Undefined if search engines must not index the
   * page.
   */
  canonicalUrl: string | undefined
  /** JSON-LD objects. */
  structuredData?: object[]
}

/**
 * Returns the inline styles that pages of this store can have. The Content-Security-Policy allows them by their hashes.
 */
export function listStoreStyles(store: StoreData): string[] {
  const { categories, featuredLinks, products } = store
  const ofTheme = formatThemeStyle(store)
  const ofLanguage = languageStyles[store.language]
  const ofFew = fewStyles[store.layout]
  return [
    storeStyle,
    ...(featuredLinks.length > 0 ? [featuredStyle] : []),
    ...listCollectionStyles(store),
    ...([...products, ...categories].some(({ look }) => look) || products.some(({ focus }) => focus) ? [pictureClasses] : []),
    ...(products.some(({ price }) => price) ? [priceStyle] : []),
    ...(products.length > productsWithoutSearchMax ? [sortStyle] : []),
    layoutStyles[store.layout],
    ...(ofFew === undefined ? [] : [ofFew]),
    toStoreTheme(store).css,
    trailStyle,
    productPageStyle,
    ...(ofTheme === '' ? [] : [ofTheme]),
    ...(ofLanguage === undefined ? [] : [ofLanguage]),
  ]
}

/** Whether this page needs the style. Some styles are for some pages of the store only. */
function isUsed(style: string, { store, product, category, hasFew }: StoreHeadProps): boolean {
  if (style === productPageStyle) return product !== undefined
  if (style === trailStyle) return product !== undefined || category !== undefined
  return style !== fewStyles[store.layout] || hasFew === true
}

const descriptionMaxLength = 300

export function StoreHead(props: StoreHeadProps) {
  const { store, origin, title, description, product, category, canonicalUrl: url, structuredData = [] } = props
  const about = description && truncateText(description.replace(/\s+/g, ' '), descriptionMaxLength)
  const drawn = findDrawnPicture(store, origin, { product, category })
  const picture = drawn ?? product?.imageUrl ?? store.bannerImage ?? store.logo
  const { scheme } = toStoreTheme(store)
  return (
    <head>
      <meta charSet="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {about ? <meta name="description" content={about} /> : null}
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <meta name="color-scheme" content={scheme} />
      <meta name="theme-color" content={store.secondaryColor} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={store.displayName ?? store.name} />
      <meta property="og:title" content={title} />
      {about ? <meta property="og:description" content={about} /> : null}
      <meta property="og:url" content={url ?? storeUrls.store(store, origin)} />
      {picture ? <meta property="og:image" content={picture} /> : null}
      {drawn ? <PictureSize /> : null}
      {picture ? <meta property="og:image:alt" content={title} /> : null}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      <IconLinks favicon={store.favicon} />
      {store.fontsUrl ? (
        <link rel="stylesheet" href={store.fontsUrl} />
      ) : (
        listFirstFontFiles(store).map((path) => <link key={path} rel="preload" as="font" type="font/woff2" href={path} crossOrigin="" />)
      )}
      {listStoreStyles(store)
        .filter((style) => isUsed(style, props))
        .map((style) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant and colors that were checked; their hashes are in the page's policy
          <style key={style} dangerouslySetInnerHTML={{ __html: style }} />
        ))}
      {structuredData.length > 0 ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without "<", so it can't end the element
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toInlineJson(structuredData) }} />
      ) : null}
    </head>
  )
}

/**
 * Returns the URL of the drawn picture that other sites show next to a link to the page. A page of a product or
 * category has its own picture. All other pages, and products without any picture, have the store's picture. Undefined
 * if the picture was not drawn.
 */
function findDrawnPicture(
  store: StoreData,
  origin: string,
  { product, category }: Pick<StoreHeadProps, 'product' | 'category'>,
): string | undefined {
  const picture = product?.socialPicture ?? category?.socialPicture ?? (product?.imageUrl ? null : store.socialPicture)
  return picture ? origin + picture : undefined
}

/**
 * Tells other sites the size of the picture before they fetch it, because some sites show a large picture only then.
 */
function PictureSize() {
  return (
    <>
      <meta property="og:image:width" content={String(socialPictureSize.width)} />
      <meta property="og:image:height" content={String(socialPictureSize.height)} />
    </>
  )
}

/** The links to the store's icon. An uploaded icon has one file for each use. Any other icon has a single file. */
function IconLinks({ favicon }: { favicon: string | null }) {
  const upload = favicon === null ? undefined : parseUploadAddress(favicon)
  if (favicon === null || upload?.purpose !== 'icon') return <link rel="icon" href={favicon ?? '/favicon.ico'} />
  const formatIconAddress = (side: number) =>
    new URL(formatMediaFilePath(upload.digest, { width: side, height: side }, 'png'), favicon).href
  return (
    <>
      <link rel="icon" type="image/png" sizes={`${iconSides.tab}x${iconSides.tab}`} href={formatIconAddress(iconSides.tab)} />
      <link rel="apple-touch-icon" href={formatIconAddress(iconSides.homeScreen)} />
    </>
  )
}

function toInlineJson(graph: object[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
}
