import { IconSearch } from '@tabler/icons-react'
import { getTexts } from '../../texts/get-texts.ts'
import { type ProductSort, productSorts } from '../sort-products.ts'
import { formatListAddress, productsWithoutSearchMax, type StoreCategoryData, type StoreData, storePaths } from '../store-data.ts'

interface StoreToolsProps {
  store: StoreData
  /** The path of the pages that are searched: the store, or one category. */
  path: string
  category: StoreCategoryData | undefined
  search: string
  sort: ProductSort | undefined
}

/**
 * Categories, search and sort order. If the store has few products and no categories, nothing is shown. If there are
 * categories on a phone, the search is an icon until it is focused or has a text.
 */
export function StoreTools({ store, path, category, search, sort }: StoreToolsProps) {
  const hasSearch = search !== '' || store.products.length > productsWithoutSearchMax
  if (store.categories.length === 0 && !hasSearch) return null
  const texts = getTexts(store.language)
  return (
    <div className="tools">
      {store.categories.length > 0 ? <CategoryLinks store={store} current={category?.id} /> : null}
      {hasSearch ? (
        <search>
          <form action={path}>
            <label>
              <IconSearch size={20} aria-hidden={true} />
              <input
                type="search"
                name="q"
                defaultValue={search}
                aria-label={texts.searchProducts}
                placeholder={texts.search}
                maxLength={100}
                dir="auto"
              />
            </label>
            {sort === undefined ? null : <input type="hidden" name="sort" value={sort} />}
            <button type="submit">{texts.search}</button>
          </form>
        </search>
      ) : null}
      {store.products.length > productsWithoutSearchMax ? <SortLinks store={store} path={path} search={search} sort={sort} /> : null}
    </div>
  )
}

interface SortLinksProps {
  store: StoreData
  path: string
  search: string
  sort: ProductSort | undefined
}

/** The menu of sort orders. It has the orders by price only if some product has a price. */
function SortLinks({ store, path, search, sort }: SortLinksProps) {
  const texts = getTexts(store.language)
  const hasPrices = store.products.some(({ price }) => price)
  const orders = [undefined, ...productSorts.filter((order) => hasPrices || !order.startsWith('price'))]
  return (
    <details className="sort">
      <summary>
        <i aria-hidden={true}>⇅</i>
        <span>{sort === undefined ? texts.sort : texts[sortTexts[sort]]}</span>
      </summary>
      <ul>
        {orders.map((order) => (
          <li key={order ?? ''}>
            <a href={formatListAddress(path, { search, sort: order })} rel="nofollow" aria-current={order === sort || undefined}>
              {texts[order === undefined ? 'sortOwn' : sortTexts[order]]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const sortTexts = { newest: 'sortNewest', price: 'sortPrice', 'price-desc': 'sortPriceDown', name: 'sortName' } as const

function CategoryLinks({ store, current }: { store: StoreData; current: string | undefined }) {
  const texts = getTexts(store.language)
  return (
    <nav aria-label={texts.categories}>
      <ul className="categories">
        <li>
          <a href={storePaths.store(store)} aria-current={current === undefined ? 'page' : undefined}>
            {texts.allProducts}
          </a>
        </li>
        {store.categories.map(({ id, name, slug, color }) => (
          <li key={id}>
            <a href={storePaths.category(store, { slug })} aria-current={id === current ? 'page' : undefined}>
              <svg width="10" height="10" aria-hidden="true">
                <circle cx="5" cy="5" r="5" fill={color} />
              </svg>
              <span title={name} dir="auto">
                {name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
