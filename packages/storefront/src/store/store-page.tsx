import type { PageLanguage, StoreLayout } from '@linkshelf/contract'
import { FilledText, fillText } from '../texts/fill-text.tsx'
import { getTexts } from '../texts/get-texts.ts'
import { CategoryHeader, CollectionRows, listCollectionRows } from './parts/collections.tsx'
import { FeaturedLinks } from './parts/featured-links.tsx'
import { NewsletterForm } from './parts/newsletter-form.tsx'
import { Shelf } from './parts/pictures.tsx'
import { ProductCard } from './parts/product-parts.tsx'
import { StoreTools } from './parts/store-tools.tsx'
import { Trail } from './parts/trail.tsx'
import { fewProductsMax } from './short-list-style.ts'
import { type ProductSort, sortProducts } from './sort-products.ts'
import { formatListAddress, type StoreCategoryData, type StoreData, type StoreProductData, storePaths, storeUrls } from './store-data.ts'
import { StoreDocument } from './store-document.tsx'
import { makeBreadcrumb, makeProductList } from './structured-data.ts'

export const productsPerPage = 200

/** Number of pictures that are loaded at once. About as many are visible without scrolling. */
const eagerPictures = 4

interface StorePageProps {
  store: StoreData
  origin: string
  /** Undefined if all products are shown. */
  categoryId: string | undefined
  /** The visitor's search text; empty if the visitor does not search. */
  search: string
  /** The sort order that the visitor chose. Undefined for the owner's order. */
  sort?: ProductSort | undefined
  /** The page number, counted from 1. */
  page: number
}

/** A page with all products of a store, the products of one category, or the products that match a search. */
export function StorePage({ store, origin, categoryId, search, sort, page }: StorePageProps) {
  const category = store.categories.find(({ id }) => id === categoryId)
  const path = category ? storePaths.category(store, category) : storePaths.store(store)
  const url = category ? storeUrls.category(store, origin, category) : storeUrls.store(store, origin)
  const found = sortProducts(
    store.products.filter((product) => isFound(product, categoryId, search)),
    sort,
    store.language,
  )
  const shown = found.slice((page - 1) * productsPerPage, page * productsPerPage)
  const isStart = category === undefined && search === '' && sort === undefined && page === 1
  const texts = getTexts(store.language)
  const rows = isStart ? listCollectionRows(store) : []
  return (
    <StoreDocument
      store={store}
      isStart={isStart}
      hasHeading={category !== undefined}
      origin={origin}
      title={formatStoreTitle(store, category, page)}
      description={category?.description ?? store.description}
      category={category}
      hasFew={shown.length > 0 && shown.length <= fewProductsMax}
      canonicalUrl={search === '' ? toCanonicalUrl(url, { sort, page }) : undefined}
      structuredData={[...makeProductList(store, origin, shown), ...(category ? makeBreadcrumb(store, origin, category) : [])]}
    >
      <div className="frame columns">
        <StoreTools store={store} path={path} category={category} search={search} sort={sort} />
        <main id="content">
          {isStart ? <FeaturedLinks store={store} /> : null}
          {category ? <Trail store={store} category={category} /> : null}
          <CollectionRows store={store} rows={rows} />
          {rows.length > 0 ? <h2>{texts.everyProduct}</h2> : null}
          {category ? <CategoryHeader category={category} isShort={search !== '' || page > 1} /> : null}
          {shown.length === 0 ? (
            <div className="empty">
              <Shelf />
              <p>{search === '' ? texts.noProducts : <FilledText text={texts.noMatches} values={{ search: <bdi>{search}</bdi> }} />}</p>
              {search === '' ? null : (
                <a className="buy" href={storePaths.store(store)}>
                  {texts.seeAllProducts}
                </a>
              )}
            </div>
          ) : (
            <ul className="cards">
              {shown.map((product, index) => (
                <ProductCard
                  key={product.id}
                  store={store}
                  product={product}
                  page={category ? 'category' : 'store'}
                  isFirst={rows.length === 0 && index < eagerPictures}
                  width={toCardWidth(store.layout, index, shown.length)}
                  level={rows.length > 0 ? 3 : 2}
                />
              ))}
            </ul>
          )}
          <MorePages
            language={store.language}
            path={path}
            search={search}
            sort={sort}
            page={page}
            hasMore={found.length > page * productsPerPage}
          />
          {store.newsletter && search === '' ? <NewsletterForm newsletter={store.newsletter} language={store.language} /> : null}
          {store.hasSnippet && isStart ? (
            <iframe className="snippet" src={storePaths.snippet(store)} sandbox="allow-scripts" loading="lazy" title={texts.ownerFrame} />
          ) : null}
        </main>
      </div>
    </StoreDocument>
  )
}

/**
 * Returns the width of a card. In the layout Magazine, the first card is wide, and the last card is wide if no other
 * card is next to it. If a list is too short to fill its columns, its cards are wide too.
 */
function toCardWidth(layout: StoreLayout, index: number, count: number): 'half' | 'whole' | undefined {
  if (layout === 'list') return undefined
  const isAlone = index === count - 1 && (index % 5 === 1 || index % 5 === 3)
  if (count === 1 || (layout === 'magazine' && (index === 0 || isAlone))) return 'whole'
  return count <= fewProductsMax && layout !== 'left' ? 'half' : undefined
}

interface MorePagesProps {
  language: PageLanguage
  path: string
  search: string
  sort: ProductSort | undefined
  page: number
  hasMore: boolean
}

function MorePages({ language, path, search, sort, page, hasMore }: MorePagesProps) {
  if (page === 1 && !hasMore) return null
  const texts = getTexts(language)
  return (
    <nav className="pages" aria-label={texts.pages}>
      {page > 1 ? <a href={formatListAddress(path, { search, sort, page: page - 1 })}>{texts.previousProducts}</a> : null}
      {hasMore ? <a href={formatListAddress(path, { search, sort, page: page + 1 })}>{texts.moreProducts}</a> : null}
    </nav>
  )
}

function formatStoreTitle(store: StoreData, category: StoreCategoryData | undefined, page: number): string {
  const name = store.title ?? store.displayName ?? store.name
  const number = fillText(getTexts(store.language).pageNumber, { page: page.toLocaleString(store.language) })
  return [category?.name, name, page > 1 ? number : undefined].filter((part) => part !== undefined).join(' · ')
}

/**
 * Returns the URL that search engines index. A sorted page has the same products as the unsorted list, so only the
 * unsorted list is indexed.
 */
function toCanonicalUrl(url: string, { sort, page }: { sort: ProductSort | undefined; page: number }): string {
  return formatListAddress(url, { page: sort === undefined ? page : 1 })
}

function isFound(product: StoreProductData, categoryId: string | undefined, search: string): boolean {
  if (categoryId !== undefined && !product.categories.includes(categoryId)) return false
  const text = `${product.name} ${product.description ?? ''}`.toLowerCase()
  return search === '' || text.includes(search.toLowerCase())
}
