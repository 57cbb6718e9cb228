import { getTexts } from '../texts/get-texts.ts'
import { Price } from './parts/price.tsx'
import { ProductCard, ProductPicture, ShopLinks } from './parts/product-parts.tsx'
import { findCategory, Trail } from './parts/trail.tsx'
import { type StoreData, type StoreProductData, storeUrls } from './store-data.ts'
import { StoreDocument } from './store-document.tsx'
import { makeBreadcrumb, makeProductGraph } from './structured-data.ts'

/** The page of one product. If the owner wrote no text for it, search engines must not index it. */
export function ProductPage({ store, product, origin }: { store: StoreData; product: StoreProductData; origin: string }) {
  const url = storeUrls.product(store, origin, product)
  const category = findCategory(store, product)
  const related = listRelatedProducts(store, product)
  return (
    <StoreDocument
      store={store}
      hasHeading={true}
      origin={origin}
      title={`${product.name} · ${store.displayName ?? store.name}`}
      description={product.description}
      product={product}
      canonicalUrl={product.description === null ? undefined : url}
      structuredData={[
        ...makeProductGraph(store, origin, product),
        ...makeBreadcrumb(store, origin, category, { name: product.name, url }),
      ]}
    >
      <main id="content" className="frame">
        <Trail store={store} category={category} product={product} />
        <article className="detail">
          <ProductPicture product={product} isFirst={true} sizes="(min-width: 48em) 36rem, 100vw" ratio={store.pictureRatio} />
          <ProductDetails store={store} product={product} />
        </article>
        {related.length > 0 ? (
          <section className="related">
            <h2>{getTexts(store.language).relatedProducts}</h2>
            <ul className="cards">
              {related.map((other) => (
                <ProductCard key={other.id} store={store} product={other} page="product" isFirst={false} level={3} />
              ))}
            </ul>
          </section>
        ) : null}
      </main>
    </StoreDocument>
  )
}

function ProductDetails({ store, product }: { store: StoreData; product: StoreProductData }) {
  const attributes = Object.entries(product.attributes)
  return (
    <div className="details">
      <h1 dir="auto">{product.name}</h1>
      <Price store={store} product={product} />
      <ShopLinks store={store} product={product} page="product" isLarge={true} />
      {product.description ? (
        <p className="text" dir="auto">
          {product.description}
        </p>
      ) : null}
      {attributes.length > 0 ? (
        <dl>
          {attributes.map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}

const relatedMax = 4

/**
 * Returns up to four other products, in the owner's order. Products that share a category with this product come first.
 */
function listRelatedProducts(store: StoreData, { id, categories }: StoreProductData): StoreProductData[] {
  const others = store.products.filter((product) => product.id !== id)
  const isClose = (product: StoreProductData) => product.categories.some((category) => categories.includes(category))
  const close = others.filter(isClose).slice(0, relatedMax)
  return [...close, ...others.filter((product) => !close.includes(product)).slice(0, relatedMax - close.length)]
}
