import { shopName } from '@linkshelf/contract'
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

/** A button per place where the product is sold. The short link counts the click. */
export function BuyButtons({ store, product }: { store: StoreData; product: StoreProductData }) {
  const { isAvailable, links } = product
  return (
    <>
      {isAvailable ? null : <p className="unavailable">Currently unavailable</p>}
      {links.length > 0 ? (
        <div className="actions">
          {links.map(({ slug, host }) => (
            <a key={slug} className={isAvailable ? 'buy' : 'buy quiet'} href={`/${slug}`} rel="sponsored nofollow noopener" target="_blank">
              {isAvailable ? 'Buy' : 'Look'} at {shopName(host)} <AdMark store={store} />
            </a>
          ))}
        </div>
      ) : null}
    </>
  )
}
