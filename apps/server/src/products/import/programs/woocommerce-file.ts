import {
  formatInactiveProducts,
  formatLowestPrice,
  formatMissingTargets,
  formatSkippedPictures,
  formatSkippedVariants,
  type ProductProgram,
  type ProgramProduct,
  type ProgramRow,
  splitAtCommas,
  toProgramProduct,
} from './program-rows.ts'

/** WooCommerce's product export. The variations of a product are separate rows below the product's row. */
export const wooCommerce: ProductProgram = {
  name: 'WooCommerce',
  matches: (columns) => columns.has('type') && columns.has('name') && columns.has('in_stock?') && columns.has('regular_price'),
  columns: [
    ...['type', 'name', 'published', 'short_description', 'description', 'in_stock?', 'sale_price', 'regular_price'],
    ...['date_sale_price_ends', 'categories', 'images', 'external_url', 'brands', 'id', 'sku', 'parent'],
  ],
  toProducts(rows) {
    const own = rows.filter((row) => !isVariation(row))
    const variations = Map.groupBy(rows.filter(isVariation), (row) => row.get('parent'))
    // A variation names its product by SKU. If the product has no SKU, the variation names it by id.
    const products = own.map((row) => toProduct(row, variations.get(row.get('sku')) ?? variations.get(`id:${row.get('id')}`) ?? []))
    const pictures = own.reduce((sum, row) => sum + Math.max(0, splitAtCommas(row.get('images')).length - 1), 0)
    return {
      products,
      skipped: [
        ...formatSkippedVariants(rows.length - own.length),
        ...formatSkippedPictures(pictures),
        ...formatInactiveProducts(products),
        ...formatMissingTargets(products),
      ],
    }
  },
}

/** A row can have several types, for example "variation, virtual". */
function isVariation(row: ProgramRow): boolean {
  return splitAtCommas(row.get('type')).includes('variation')
}

/**
 * Returns the price of a row. If a sale has an end date, the regular price is used, because an imported price does not
 * change when the sale ends.
 */
function findPrice(row: ProgramRow): string {
  return row.get('date_sale_price_ends') === '' ? row.get('sale_price', 'regular_price') : row.get('regular_price')
}

function toProduct(row: ProgramRow, variations: readonly ProgramRow[]): ProgramProduct {
  return toProgramProduct(row, {
    name: row.get('name'),
    // The export writes each line break as a backslash and an n.
    description: row.get('description', 'short_description').replaceAll('\\n', '\n'),
    image: splitAtCommas(row.get('images'))[0] ?? '',
    target: row.get('external_url'),
    categories: splitAtCommas(row.get('categories')),
    price: formatLowestPrice((variations.length > 0 ? variations : [row]).map(findPrice)),
    brand: splitAtCommas(row.get('brands'))[0] ?? '',
    // If the owner exported without this column, the file does not show whether the product is active.
    isActive: row.get('published') === '' ? undefined : row.get('published') === '1',
    // The column has 1, 0 or "backorder".
    availability: row.get('in_stock?') === '0' ? 'unavailable' : 'available',
  })
}
