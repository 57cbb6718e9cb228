import { categoryRowsPerPage, productsPerCategoryRow } from '@linkshelf/contract'
import { fillText } from '../../texts/fill-text.tsx'
import { getTexts } from '../../texts/get-texts.ts'
import { type StoreCategoryData, type StoreData, type StoreProductData, storePaths } from '../store-data.ts'
import { formatCropClasses, formatGroundClass } from './picture-classes.ts'
import { Picture } from './pictures.tsx'
import { ProductCard } from './product-parts.tsx'

interface CollectionRow {
  category: StoreCategoryData
  products: StoreProductData[]
}

/** Returns the categories that the main page shows as rows. Categories without products are left out. */
export function listCollectionRows({ categories, products }: StoreData): CollectionRow[] {
  const rows = categories.flatMap((category) => {
    const own = category.isRow ? products.filter((product) => product.categories.includes(category.id)) : []
    return own.length > 0 ? [{ category, products: own.slice(0, productsPerCategoryRow) }] : []
  })
  return rows.slice(0, categoryRowsPerPage)
}

/** Number of pictures in the first row that are loaded at once. About as many are visible without scrolling. */
const eagerPictures = 3

/** Rows of products. A row scrolls horizontally, and links to the page of its category. */
export function CollectionRows({ store, rows }: { store: StoreData; rows: readonly CollectionRow[] }) {
  const texts = getTexts(store.language)
  return rows.map(({ category, products }, nth) => (
    <section className="row" key={category.id} aria-labelledby={`row-${category.id}`}>
      <div className="row-head">
        <h2 id={`row-${category.id}`} dir="auto">
          {category.name}
        </h2>
        <a href={storePaths.category(store, category)} aria-label={fillText(texts.seeAllOf, { category: category.name })}>
          {texts.seeAll}
        </a>
      </div>
      <ul className="strip" {...(store.hasProductPages ? {} : { tabIndex: 0 })}>
        {products.map((product, index) => (
          <ProductCard
            key={product.id}
            store={store}
            product={shortenProduct(product)}
            page="store"
            isFirst={nth === 0 && index < eagerPictures}
            level={3}
          />
        ))}
      </ul>
    </section>
  ))
}

/**
 * Returns the product with its first link only, and without its description, so that cards in rows are small and the
 * page stays small.
 */
function shortenProduct(product: StoreProductData): StoreProductData {
  return { ...product, description: null, links: product.links.slice(0, 1) }
}

interface CategoryHeaderProps {
  category: StoreCategoryData
  /**
   * If true, the picture and the text are left out, because a visitor who searches or opens the next page has already
   * seen them.
   */
  isShort: boolean
}

/** The heading of a category's page, with its picture and its text. */
export function CategoryHeader({ category, isShort }: CategoryHeaderProps) {
  const { name, description, imageUrl } = category
  if (isShort || (!description && !imageUrl)) return <h1 dir="auto">{name}</h1>
  return (
    <div className="collection">
      {imageUrl ? <CategoryPicture imageUrl={imageUrl} look={category.look} /> : null}
      <h1 dir="auto">{name}</h1>
      {description ? <p dir="auto">{description}</p> : null}
    </div>
  )
}

/**
 * The cover picture of a category. Its aspect ratio depends on the width of the screen, so its focus can be partly
 * cropped.
 */
function CategoryPicture({ imageUrl, look }: { imageUrl: string; look: StoreCategoryData['look'] }) {
  const className = ['cover', ...formatCropClasses({ imageUrl, look }, undefined)].join(' ')
  const picture = (
    <Picture className={className} src={imageUrl} sizes="(min-width: 78em) 74rem, 100vw" width="1200" height="400" fetchPriority="high" />
  )
  return look?.isCutout ? <div className={formatGroundClass(look)}>{picture}</div> : picture
}
