import { formatShortPath, isAdLink, type StorePageKind, shopName, toSourceQuery } from '@linkshelf/contract'
import { type StoreData, type StoreProductData, storePaths } from '../store-data.ts'
import { AdMark } from './disclosure.tsx'
import { Picture, Shelf } from './pictures.tsx'

/** A product in a list. */
export function ProductCard({ store, product, page, isFirst, level = 2 }: ProductCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <li className="card">
      <ProductPicture product={product} isFirst={isFirst} />
      <div className="body">
        <Heading dir="auto">
          {store.hasProductPages ? <a href={storePaths.product(store, product.id)}>{product.name}</a> : product.name}
        </Heading>
        {product.description ? (
          <p className="summary" dir="auto">
            {product.description.slice(0, summaryMaxLength)}
          </p>
        ) : null}
        <BuyButtons store={store} product={product} page={page} />
      </div>
    </li>
  )
}

interface ProductCardProps {
  store: StoreData
  product: StoreProductData
  /** The page that the card is on. */
  page: StorePageKind
  /** Its picture is likely on the screen at first. */
  isFirst: boolean
  level?: 2 | 3
}

/** A card shows less text than this, so its HTML contains no more. */
const summaryMaxLength = 240

/** About as wide as the widest card of any layout, and half of the page. */
const cardPicture = { sizes: '(min-width: 40em) 20rem, 50vw', maxWidth: 960 }
const largePicture = { sizes: '(min-width: 48em) 36rem, 100vw' }

interface ProductPictureProps {
  product: StoreProductData
  isFirst: boolean
  /** Whether the picture is on the product's own page. */
  isLarge?: boolean
}

export function ProductPicture({ product: { id, name, imageUrl }, isFirst, isLarge = false }: ProductPictureProps) {
  if (imageUrl === null)
    return (
      <div className="picture blank">
        <Shelf letter={[...name][0]?.toUpperCase()} />
      </div>
    )
  return (
    <Picture
      className="picture"
      data-picture={`picture-${id}`}
      src={imageUrl}
      {...(isLarge ? largePicture : cardPicture)}
      width="600"
      height="600"
      loading={isFirst ? 'eager' : 'lazy'}
      {...(isFirst && { fetchPriority: 'high' })}
    />
  )
}

interface BuyButtonsProps {
  store: StoreData
  product: StoreProductData
  page: StorePageKind
}

/**
 * A button per place where the product is sold; it opens in place, since browsers inside apps have no tabs. The short
 * link counts the click, with its source: the product, and the page that the button is on.
 */
export function BuyButtons({ store, product, page }: BuyButtonsProps) {
  const { isAvailable, links } = product
  const source = toSourceQuery({ page, productId: product.id })
  return (
    <>
      {isAvailable ? null : <p className="unavailable">Currently unavailable</p>}
      {links.length > 0 ? (
        <div className="actions">
          {links.map((link) => {
            const isAd = isAdLink(link)
            return (
              <a
                key={link.slug}
                className={isAvailable ? 'buy' : 'buy quiet'}
                href={`${formatShortPath(link.slug)}?${source}`}
                rel={isAd ? 'sponsored nofollow noopener' : 'nofollow noopener'}
              >
                {isAvailable ? 'Buy' : 'Look'} at {shopName(link.host)} {isAd ? <AdMark store={store} /> : null}
              </a>
            )
          })}
        </div>
      ) : null}
    </>
  )
}
