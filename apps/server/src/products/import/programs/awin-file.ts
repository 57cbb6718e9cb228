import { findOwnValue } from '@linkshelf/contract'
import { type ProductProgram, type ProgramRow, toProgramProduct } from './program-rows.ts'

const pictures = ['merchant_image_url', 'large_image', 'aw_image_url']

/**
 * An Awin product feed. The publisher chooses its columns. `aw_deep_link` contains the publisher's id, so it becomes
 * the product's link.
 */
export const awin: ProductProgram = {
  name: 'Awin',
  matches: (columns) => columns.has('aw_deep_link') && columns.has('product_name'),
  columns: [
    ...['aw_deep_link', 'product_name', 'description', 'product_short_description', 'search_price', 'display_price', 'currency'],
    ...['merchant_product_category_path', 'merchant_category', 'category_name', 'brand_name', 'in_stock', 'stock_status', 'is_for_sale'],
    ...pictures,
  ],
  toProducts: (rows) => ({ products: rows.map(toProduct), skipped: [] }),
}

function toProduct(row: ProgramRow) {
  const price = row.get('search_price')
  return toProgramProduct(row, {
    name: row.get('product_name'),
    description: row.get('description', 'product_short_description'),
    // An https address is preferred. Awin's copy can have an https address although the shop's own picture has an http
    // address.
    image: pictures.map((column) => row.get(column)).find((url) => url.startsWith('https:')) ?? row.get(...pictures),
    target: row.get('aw_deep_link'),
    categories: [row.get('merchant_product_category_path', 'merchant_category', 'category_name')].filter(Boolean),
    price: price === '' ? row.get('display_price') : `${price} ${row.get('currency')}`.trim(),
    brand: row.get('brand_name'),
    availability: toAvailability(row),
  })
}

/** Returns the product's availability. Shops write 1, 0, yes, no, or words such as "in stock". */
function toAvailability(row: ProgramRow): string {
  const words: Record<string, string> = {
    1: 'available',
    yes: 'available',
    true: 'available',
    0: 'unavailable',
    no: 'unavailable',
    false: 'unavailable',
  }
  if (findOwnValue(words, row.get('is_for_sale').toLowerCase()) === 'unavailable') return 'unavailable'
  const stock = row.get('in_stock', 'stock_status')
  return findOwnValue(words, stock.toLowerCase()) ?? stock
}
