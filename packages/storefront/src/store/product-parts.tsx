import type { StoreProductData } from './store-data.ts'

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
export function BuyButtons({ product }: { product: StoreProductData }) {
  if (product.links.length === 0) return null
  return (
    <div className="actions">
      {product.links.map(({ slug, host }) => (
        <a key={slug} className="buy" href={`/${slug}`} rel="sponsored nofollow noopener" target="_blank">
          Buy at {shopName(host)} <span className="ad">Ad</span>
        </a>
      ))}
    </div>
  )
}

const shops: [host: RegExp, name: string][] = [
  [/(^|\.)amazon\.(com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/, 'Amazon'],
  [/(^|\.)ebay\.(com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/, 'eBay'],
  [/(^|\.)aliexpress\.com$/, 'AliExpress'],
]

/** The name of a shop as text; another shop is named by its host. */
export function shopName(host: string): string {
  return shops.find(([pattern]) => pattern.test(host))?.[1] ?? host.replace(/^www\./, '')
}
