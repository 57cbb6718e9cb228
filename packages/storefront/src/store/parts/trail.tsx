import { getTexts } from '../../texts/get-texts.ts'
import { type StoreCategoryData, type StoreData, type StoreProductData, storePaths } from '../store-data.ts'

interface TrailProps {
  store: StoreData
  category: StoreCategoryData | undefined
  /** Undefined on the page of a category. */
  product?: StoreProductData
}

/** The breadcrumb: links to all products and, on the page of a product, to its category if it has one. */
export function Trail({ store, category, product }: TrailProps) {
  if (!store.hasStorePage) return null
  const texts = getTexts(store.language)
  return (
    <nav className="trail" aria-label={texts.breadcrumb}>
      <ol>
        <li>
          <a href={storePaths.store(store)}>{texts.allProductsLink}</a>
        </li>
        {category && product ? (
          <li>
            <a href={storePaths.category(store, category)} dir="auto">
              {category.name}
            </a>
          </li>
        ) : null}
        <li aria-current="page">
          <bdi>{product?.name ?? category?.name}</bdi>
        </li>
      </ol>
    </nav>
  )
}

/** Returns the first of the product's categories, in the owner's order. */
export function findCategory({ categories }: StoreData, product: StoreProductData): StoreCategoryData | undefined {
  return categories.find(({ id }) => product.categories.includes(id))
}
