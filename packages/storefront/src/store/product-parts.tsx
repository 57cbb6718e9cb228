import { type StorePageKind, shopName, toSourceQuery } from '@linkshelf/contract'
import { AdMark } from './disclosure.tsx'
import type { StoreData, StoreProductData } from './store-data.ts'

export function ProductPicture({ product, isFirst }: { product: StoreProductData; isFirst: boolean }) {
  if (product.imageUrl === null)
    return (
      <div className="blank" aria-hidden="true">
        {[...product.name][0]?.toUpperCase()}
      </div>
    )
  return (
    <img className="picture" src={product.imageUrl} alt="" width="600" height="450" loading={isFirst ? 'eager' : 'lazy'} decoding="async" />
  )
}

interface BuyButtonsProps {
  store: StoreData
  product: StoreProductData
  page: StorePageKind
}

/** A button per place where the product is sold. The short link counts the click, with its source: the product, and the page that the button is on. */
export function BuyButtons({ store, product, page }: BuyButtonsProps) {
  const { isAvailable, links } = product
  const source = toSourceQuery({ page, productId: product.id })
  return (
    <>
      {isAvailable ? null : <p className="unavailable">Currently unavailable</p>}
      {links.length > 0 ? (
        <div className="actions">
          {links.map(({ slug, host }) => (
            <a
              key={slug}
              className={isAvailable ? 'buy' : 'buy quiet'}
              href={`/${slug}?${source}`}
              rel="sponsored nofollow noopener"
              target="_blank"
            >
              {isAvailable ? 'Buy' : 'Look'} at {shopName(host)} <AdMark store={store} />
            </a>
          ))}
        </div>
      ) : null}
    </>
  )
}
