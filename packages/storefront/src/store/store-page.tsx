import type { StorePageKind } from '@linkshelf/contract'
import { FeaturedLinks } from './featured-links.tsx'
import { BuyButtons, ProductPicture } from './product-parts.tsx'
import { type StoreData, type StoreProductData, storePaths } from './store-data.ts'
import { StoreHead, StoreLayout } from './store-layout.tsx'

/** How many products a page shows. */
export const productsPerPage = 200

export interface StorePageProps {
  store: StoreData
  origin: string
  /** Undefined for all products. */
  categoryId: string | undefined
  /** What a visitor searches for; empty for everything. */
  search: string
  /** From 1. */
  page: number
}

/** The products of a store, of one category, or of a search. */
export function StorePage({ store, origin, categoryId, search, page }: StorePageProps) {
  const category = store.categories.find(({ id }) => id === categoryId)
  const path = category ? storePaths.category(store, category.id) : storePaths.store(store)
  const found = store.products.filter((product) => isFound(product, categoryId, search))
  const shown = found.slice((page - 1) * productsPerPage, page * productsPerPage)
  const name = store.title ?? store.displayName ?? store.name
  return (
    <StoreLayout
      store={store}
      origin={origin}
      path={path}
      title={category ? `${category.name} · ${name}` : name}
      description={store.description}
      imageUrl={null}
      isIndexed={search === '' && page === 1}
      structuredData={listOf(store, origin, shown)}
    >
      <StoreHead store={store} isMainHeading={true} />
      <div className="frame columns">
        <div className="tools">
          {store.categories.length > 0 ? <CategoryLinks store={store} current={category?.id} /> : null}
          <search>
            <form action={path}>
              <input
                type="search"
                name="q"
                defaultValue={search}
                aria-label="Search products"
                placeholder="Search products"
                maxLength={100}
              />
              <button type="submit">Search</button>
            </form>
          </search>
        </div>
        <main id="content">
          {category === undefined && search === '' && page === 1 ? <FeaturedLinks store={store} /> : null}
          {shown.length === 0 ? (
            <p className="empty">{search === '' ? 'There are no products here yet.' : `No products match “${search}”.`}</p>
          ) : (
            <ul className="products">
              {shown.map((product, index) => (
                <ProductCard key={product.id} store={store} product={product} page={category ? 'category' : 'store'} isFirst={index < 4} />
              ))}
            </ul>
          )}
          <MorePages path={path} search={search} page={page} hasMore={found.length > page * productsPerPage} />
          {store.hasSnippet && category === undefined && search === '' ? (
            <iframe
              className="snippet"
              src={storePaths.snippet(store)}
              sandbox="allow-scripts"
              loading="lazy"
              title="From the store's owner"
            />
          ) : null}
        </main>
      </div>
    </StoreLayout>
  )
}

function CategoryLinks({ store, current }: { store: StoreData; current: string | undefined }) {
  return (
    <nav aria-label="Categories">
      <ul className="categories">
        <li>
          <a href={storePaths.store(store)} aria-current={current === undefined ? 'page' : undefined}>
            All
          </a>
        </li>
        {store.categories.map(({ id, name }) => (
          <li key={id}>
            <a href={storePaths.category(store, id)} aria-current={id === current ? 'page' : undefined} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ProductCardProps {
  store: StoreData
  product: StoreProductData
  page: StorePageKind
  isFirst: boolean
}

function ProductCard({ store, product, page, isFirst }: ProductCardProps) {
  return (
    <li className="product">
      <ProductPicture product={product} isFirst={isFirst} />
      <div className="body">
        <h2 dir="auto">{store.hasProductPages ? <a href={storePaths.product(store, product.id)}>{product.name}</a> : product.name}</h2>
        {product.description ? <p dir="auto">{product.description}</p> : null}
        <BuyButtons store={store} product={product} page={page} />
      </div>
    </li>
  )
}

function MorePages({ path, search, page, hasMore }: { path: string; search: string; page: number; hasMore: boolean }) {
  if (page === 1 && !hasMore) return null
  const to = (number: number) => `${path}?${new URLSearchParams({ ...(search && { q: search }), page: String(number) })}`
  return (
    <nav className="tools" aria-label="Pages">
      {page > 1 ? <a href={to(page - 1)}>Previous products</a> : null}
      {hasMore ? <a href={to(page + 1)}>More products</a> : null}
    </nav>
  )
}

function isFound(product: StoreProductData, categoryId: string | undefined, search: string): boolean {
  if (categoryId !== undefined && !product.categories.includes(categoryId)) return false
  const text = `${product.name} ${product.description ?? ''}`.toLowerCase()
  return search === '' || text.includes(search.toLowerCase())
}

function listOf(store: StoreData, origin: string, products: StoreProductData[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product.name,
      ...(store.hasProductPages && { url: `${origin}${storePaths.product(store, product.id)}` }),
    })),
  }
}
