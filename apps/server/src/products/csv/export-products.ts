import { type ProjectContext, read, requireFeature } from '../../access/index.ts'
import { selectCategories } from '../../categories/index.ts'
import { findLinks } from '../../links/index.ts'
import type { Cell } from '../../platform/csv/csv-file.ts'
import { type CsvFile, toCsvFile, toKebabCase } from '../../platform/csv/csv-file.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { getProjectName } from '../../projects/index.ts'
import { type ProductPosition, type ProductRow, selectProducts } from '../product-table.ts'
import { productColumns, toAttributesCell, toListCell } from './product-cells.ts'

const productsPerPage = 1_000

/**
 * Every product as a CSV file that an import can read, in the order of the owner, a page at a time. A product that is
 * moved meanwhile may appear twice, or not at all. Throws NOT_FOUND without products.
 */
export async function exportProducts(deps: OriginDeps, ctx: ProjectContext): Promise<CsvFile> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const name = [toKebabCase(await getProjectName(ctx)), 'products'].filter(Boolean).join('-')
  return toCsvFile({ columns: productColumns, pages: productPages(deps, ctx) }, `${name}.csv`, deps.log)
}

async function* productPages(deps: OriginDeps, ctx: ProjectContext): AsyncGenerator<Cell[][], void, void> {
  let after: ProductPosition | undefined
  let position = 0
  do {
    const { products, categories } = await read(ctx, async (tx) => ({
      products: await selectProducts(tx, ctx.project.id, {}, { after, limit: productsPerPage }),
      categories: await selectCategories(tx, ctx.project.id),
    }))
    const links = await findLinks(
      deps,
      ctx,
      products.flatMap((product) => product.links),
    )
    const nameOfCategory = new Map(categories.map(({ id, name }) => [id, name]))
    yield products.map((product) => {
      position += 1
      const linksOfProduct = product.links.flatMap((id) => links.get(id) ?? [])
      return toCells(product, { linksOfProduct, categories: product.categories.flatMap((id) => nameOfCategory.get(id) ?? []), position })
    })
    after = products.length < productsPerPage ? undefined : products.at(-1)
  } while (after !== undefined)
}

interface CellSources {
  linksOfProduct: { url: string; target: string }[]
  categories: string[]
  position: number
}

/** Returns the cells in the order of `productColumns`. */
function toCells(product: ProductRow, { linksOfProduct, categories, position }: CellSources): Cell[] {
  return [
    product.id,
    product.name,
    product.description,
    product.image_url,
    product.product_url,
    toAttributesCell(product.attributes),
    toListCell(categories),
    linksOfProduct.map((link) => link.target).join(' '),
    linksOfProduct.map((link) => link.url).join(' '),
    product.is_active,
    product.is_in_store,
    product.availability,
    product.price && `${product.price.amount} ${product.price.currency}`,
    product.price?.checked_on ?? null,
    product.show_from?.toISOString() ?? null,
    product.show_until?.toISOString() ?? null,
    position,
    product.slug,
    product.image_focus && `${product.image_focus.x} ${product.image_focus.y}`,
  ]
}
