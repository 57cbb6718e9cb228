import {
  formatInactiveProducts,
  formatLowestPrice,
  formatMissingTargets,
  formatSkippedPictures,
  formatSkippedVariants,
  type ProductProgram,
  type ProgramProduct,
  type ProgramRow,
  toProgramProduct,
} from './program-rows.ts'

const handle = ['handle', 'url_handle']
const price = ['variant_price', 'price']
const picture = ['image_src', 'product_image_url']
const quantity = ['variant_inventory_qty', 'inventory_quantity']
const tracker = ['variant_inventory_tracker', 'inventory_tracker']
const policy = ['variant_inventory_policy', 'continue_selling_when_out_of_stock']
const published = ['published', 'published_on_online_store']
const option = ['option1_value']

/**
 * Shopify's product export. Both the original column names and the column names of the 2025 template are recognized. A
 * product's first row has its title. Rows below it with the same handle and no title are more variants and pictures of
 * that product.
 */
export const shopify: ProductProgram = {
  name: 'Shopify',
  matches: (columns) =>
    handle.some((column) => columns.has(column)) && columns.has('title') && picture.some((column) => columns.has(column)),
  columns: [
    ...['title', 'body_(html)', 'description', 'vendor', 'type', 'product_category', 'status', 'image_position'],
    ...[handle, price, picture, quantity, tracker, policy, published, option].flat(),
  ],
  toProducts(rows) {
    const groups = [...Map.groupBy(rows, (row) => row.get(...handle) || row.line).values()]
    const products = groups.flatMap(toProduct)
    const variants = rows.filter(isVariant).length - groups.filter((group) => group.some(isVariant)).length
    const pictures = groups.reduce((sum, group) => sum + Math.max(0, listPictures(group).length - 1), 0)
    return {
      products,
      skipped: [
        ...formatSkippedVariants(variants),
        ...formatSkippedPictures(pictures),
        ...formatInactiveProducts(products),
        ...formatMissingTargets(products),
      ],
    }
  },
}

function toProduct(group: readonly ProgramRow[]): ProgramProduct[] {
  const [first] = group
  if (first === undefined) return []
  const status = first.get('status').toLowerCase()
  const variants = group.filter(isVariant)
  const product = toProgramProduct(first, {
    name: first.get('title'),
    description: first.get('body_(html)', 'description'),
    image: listPictures(group)[0] ?? '',
    categories: [first.get('type', 'product_category')].filter(Boolean),
    price: formatLowestPrice(variants.map((row) => row.get(...price))),
    brand: first.get('vendor'),
    isActive: first.get(...published).toLowerCase() !== 'false' && (status === '' || status === 'active'),
    availability: variants.length > 0 && variants.every(isSoldOut) ? 'unavailable' : 'available',
  })
  return [product]
}

function isVariant(row: ProgramRow): boolean {
  return row.get(...price, ...option) !== ''
}

/** Returns the picture URLs of a product, in their order. */
function listPictures(group: readonly ProgramRow[]): string[] {
  const placed = group.map((row) => ({ url: row.get(...picture), position: Number(row.get('image_position')) || group.length }))
  return [...new Set(placed.sort((one, other) => one.position - other.position).flatMap(({ url }) => (url === '' ? [] : [url])))]
}

/**
 * Returns whether the variant is sold out: the shop tracks its stock, none is left, and the shop does not sell it
 * without stock.
 */
function isSoldOut(row: ProgramRow): boolean {
  const left = row.get(...quantity)
  const isContinued = ['continue', 'true'].includes(row.get(...policy).toLowerCase())
  return left !== '' && Number(left) <= 0 && row.get(...tracker) !== '' && !isContinued
}
