import { BuyButtons, ProductPicture } from './product-parts.tsx'
import { type StoreData, type StoreProductData, storePaths } from './store-data.ts'
import { StoreHead, StoreLayout } from './store-layout.tsx'

/** One product of a store. Without a text of the owner's own there is nothing for a search engine to index. */
export function ProductPage({ store, product, origin }: { store: StoreData; product: StoreProductData; origin: string }) {
  const attributes = Object.entries(product.attributes)
  const path = storePaths.product(store, product.id)
  return (
    <StoreLayout
      store={store}
      origin={origin}
      path={path}
      title={`${product.name} · ${store.displayName ?? store.name}`}
      description={product.description}
      imageUrl={product.imageUrl}
      isIndexed={product.description !== null}
      structuredData={breadcrumbOf(store, product, origin)}
    >
      <StoreHead store={store} isMainHeading={false} />
      <main id="content" className="frame">
        <article className="detail">
          <ProductPicture product={product} isFirst={true} />
          <div>
            <h1 dir="auto">{product.name}</h1>
            {product.description ? (
              <p className="text" dir="auto">
                {product.description}
              </p>
            ) : null}
            <BuyButtons store={store} product={product} page="product" />
            {attributes.length > 0 ? (
              <dl>
                {attributes.map(([name, value]) => (
                  <Attribute key={name} name={name} value={value} />
                ))}
              </dl>
            ) : null}
            <p>
              <a href={storePaths.store(store)}>All products</a>
            </p>
          </div>
        </article>
      </main>
    </StoreLayout>
  )
}

function Attribute({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  )
}

function breadcrumbOf(store: StoreData, product: StoreProductData, origin: string): object {
  const steps = [
    { name: store.displayName ?? store.name, item: `${origin}${storePaths.store(store)}` },
    { name: product.name, item: `${origin}${storePaths.product(store, product.id)}` },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}
