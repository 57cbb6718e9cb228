import { type ProjectContext, read, requireFeature } from '../../access/index.ts'
import { selectCategories } from '../../categories/index.ts'
import { findLinks } from '../../links/index.ts'
import { type Cell, type CsvFile, toCsvFile, toKebabCase } from '../../platform/csv/csv-file.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { getProjectName } from '../../projects/index.ts'
import { type ProductPosition, selectProducts } from '../product-table.ts'
import { toVisibility } from '../to-product.ts'
import { exportColumns, toProductCells } from './product-cells.ts'

const productsPerPage = 1_000

/**
 * Returns all products as a CSV file that an import can read, in the owner's order. The products are read page by page,
 * so a product that is moved during the export may appear twice or not at all. Throws NOT_FOUND if the organization may
 * not use products.
 */
export async function exportProducts(deps: OriginDeps, ctx: ProjectContext): Promise<CsvFile> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const name = [toKebabCase(await getProjectName(ctx)), 'products'].filter(Boolean).join('-')
  return toCsvFile({ columns: exportColumns, pages: readProductPages(deps, ctx) }, `${name}.csv`, deps.log)
}

async function* readProductPages(deps: OriginDeps, ctx: ProjectContext): AsyncGenerator<Cell[][], void, void> {
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
    const categoryNameById = new Map(categories.map(({ id, name }) => [id, name]))
    yield products.map((product) => {
      position += 1
      const linksOfProduct = product.links.flatMap((id) => links.get(id) ?? [])
      const categoryNames = product.categories.flatMap((id) => categoryNameById.get(id) ?? [])
      return toProductCells({ product, visibility: toVisibility(product, ctx), linksOfProduct, categoryNames, position })
    })
    after = products.length < productsPerPage ? undefined : products.at(-1)
  } while (after !== undefined)
}
