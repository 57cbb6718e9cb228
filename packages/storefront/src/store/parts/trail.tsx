import { findTexts } from '../../texts/find-texts.ts'
import { type StoreCategoryData, type StoreData, type StoreProductData, storePaths } from '../store-data.ts'

interface TrailProps {
  store: StoreData
  category: StoreCategoryData | undefined
  /** Undefined on the page of the category. */
  product?: StoreProductData
}

/** The way from all products to this page: over the category of a product, if it has one. */
export function Trail({ store, category, product }: TrailProps) {
  if (!store.hasStorePage) return null
  const texts = findTexts(store.language)
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

/** The first of the product's categories in the order of the owner. */
export function findCategory({ categories }: StoreData, product: StoreProductData): StoreCategoryData | undefined {
  return categories.find(({ id }) => product.categories.includes(id))
}
