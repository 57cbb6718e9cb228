import { type PictureRatio, type StoreLayout, type StorePageKind, toSourceQuery } from '@linkshelf/contract'
import { getTexts } from '../../texts/get-texts.ts'
import { truncateText } from '../../texts/truncate-text.ts'
import { getShopName } from '../shop-names.ts'
import { formatShortLinkHref, type ShopLinkData, type StoreData, type StoreProductData, storePaths } from '../store-data.ts'
import { AdMark, toAdMark } from './disclosure.tsx'
import { formatCropClasses, formatGroundClass } from './picture-classes.ts'
import { Picture, Shelf } from './pictures.tsx'
import { Price } from './price.tsx'
import { ShopLabel } from './shop-label.tsx'

export function ProductCard({ store, product, page, isFirst, width, level = 2 }: ProductCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <li className="card">
      <ProductPicture product={product} isFirst={isFirst} {...toShownPicture(store, width)} />
      <div className="body">
        <Heading dir="auto">
          {store.hasProductPages ? <a href={storePaths.product(store, product)}>{product.name}</a> : product.name}
        </Heading>
        {product.description ? (
          <p className="summary" dir="auto">
            {truncateText(product.description, summaryMaxLength)}
          </p>
        ) : null}
        <Price store={store} product={product} />
        <ShopLinks store={store} product={product} page={page} />
      </div>
    </li>
  )
}

interface ProductCardProps {
  store: StoreData
  product: StoreProductData
  page: StorePageKind
  /** Whether the card's picture is probably visible without scrolling. */
  isFirst: boolean
  /** The part of the page's width that the card fills on a desktop. Undefined for the usual width in the layout. */
  width?: 'half' | 'whole' | undefined
  level?: 2 | 3
}

/** Maximum number of characters of the description. A card shows fewer, so its HTML need not contain more. */
const summaryMaxLength = 240

interface ShownPicture {
  /** The width at which the picture is shown, as in the HTML attribute `sizes`. */
  sizes: string
  maxWidth?: number
  ratio: PictureRatio
}

/**
 * `cardPicture` has about the width of the widest cards in most layouts. `halfPicture` is for cards that fill half of
 * the page.
 */
const cardPicture = { sizes: '(min-width: 40em) 20rem, 50vw', maxWidth: 960 }
const halfPicture = { sizes: '(min-width: 48em) 32rem, 60vw', maxWidth: 960 }
const cardPictures: Record<StoreLayout, Omit<ShownPicture, 'ratio'>> = {
  left: cardPicture,
  top: cardPicture,
  grid: cardPicture,
  list: { sizes: '6.5rem', maxWidth: 320 },
  magazine: halfPicture,
}
const leadPicture: ShownPicture = { sizes: '(min-width: 48em) 45rem, 100vw', ratio: 'landscape' }

function toShownPicture(
  { layout, pictureRatio }: Pick<StoreData, 'layout' | 'pictureRatio'>,
  width: ProductCardProps['width'],
): ShownPicture {
  if (width === 'whole') return pictureRatio === 'whole' ? { ...leadPicture, ratio: 'whole' } : leadPicture
  return { ...(width === 'half' ? halfPicture : cardPictures[layout]), ratio: pictureRatio }
}

interface ProductPictureProps extends ShownPicture {
  product: StoreProductData
  isFirst: boolean
}

export function ProductPicture({ product: { id, name, imageUrl, look, focus }, isFirst, ratio, ...shown }: ProductPictureProps) {
  if (imageUrl === null)
    return (
      <div className="picture blank">
        <Shelf letter={[...name][0]?.toUpperCase()} />
      </div>
    )
  const picture = (
    <Picture
      className={['picture', ...formatCropClasses({ imageUrl, look, focus }, ratio)].join(' ')}
      data-picture={`picture-${id}`}
      src={imageUrl}
      {...shown}
      width="600"
      height="600"
      loading={isFirst ? 'eager' : 'lazy'}
      {...(isFirst && { fetchPriority: 'high' })}
    />
  )
  if (!look?.isCutout) return picture
  return <div className={formatGroundClass(look)}>{picture}</div>
}

interface ShopLinksProps {
  store: StoreData
  product: StoreProductData
  page: StorePageKind
}

/**
 * One button for the first shop, and links to the other shops. In a list, the links are next to the button. On the page
 * of the product, they are buttons below it. Links open in the same tab, because browsers inside apps have no tabs. The
 * short link counts the click with its source: the product, and the page that has the link.
 */
export function ShopLinks({ store, product, page, isLarge = false }: ShopLinksProps & { isLarge?: boolean }) {
  const { isAvailable, links } = product
  const [first, ...others] = links
  const source = toSourceQuery({ page, productId: product.id })
  const texts = getTexts(store.language)
  const label = isAvailable ? texts.buyAt : texts.lookAt
  const linkTo = (link: ShopLinkData, className?: string) => (
    <ShopLink key={link.slug} store={store} link={link} source={source} label={label} className={className} />
  )
  return (
    <>
      {isAvailable ? null : <p className="unavailable">{texts.unavailable}</p>}
      {first === undefined ? null : (
        <div className="actions">
          {linkTo(first, isAvailable ? 'buy' : 'buy quiet')}
          {isLarge ? others.map((link) => linkTo(link, 'buy quiet')) : null}
          {!isLarge && others.length > 0 ? (
            <p className="others">
              <span>{texts.alsoAt}</span> {others.map((link) => linkTo(link))}
            </p>
          ) : null}
        </div>
      )}
    </>
  )
}

interface ShopLinkProps {
  store: StoreData
  link: ShopLinkData
  source: string
  /** The text of the button, with a placeholder for the shop's name. */
  label: string
  /** Undefined if the link is part of a text. */
  className: string | undefined
}

function ShopLink({ store, link, source, label, className }: ShopLinkProps) {
  const { isAd } = link
  const name = getShopName(store, link.host)
  return (
    <a
      className={className}
      href={`${formatShortLinkHref(link)}?${source}`}
      rel={isAd ? 'sponsored nofollow noopener' : 'nofollow noopener'}
    >
      {className === undefined ? (
        name.full
      ) : (
        <ShopLabel label={label} name={name} mark={isAd ? toAdMark(store) : ''} isBrief={store.layout === 'list'} />
      )}{' '}
      {isAd ? <AdMark store={store} /> : null}
    </a>
  )
}
