import { formatSkippedPictures, type ProductProgram, type ProgramRow, splitAtCommas, toProgramProduct } from './program-rows.ts'

/**
 * A file of Google Merchant Center, separated by tabs or commas. Its column names contain spaces or underscores. If the
 * file was made from an XML feed, column names begin with `g:`. https://support.google.com/merchants/answer/7052112
 */
export const googleMerchant: ProductProgram = {
  name: 'Google Merchant Center',
  matches: (columns) => columns.has('title') && columns.has('link') && columns.has('image_link'),
  columns: [
    ...[
      'title',
      'description',
      'link',
      'image_link',
      'additional_image_link',
      'availability',
      'price',
      'sale_price',
      'sale_price_effective_date',
    ],
    ...['brand', 'product_type'],
  ],
  toProducts(rows) {
    const pictures = rows.reduce((sum, row) => sum + splitAtCommas(row.get('additional_image_link')).length, 0)
    return { products: rows.map(toProduct), skipped: formatSkippedPictures(pictures) }
  },
}

function toProduct(row: ProgramRow) {
  return toProgramProduct(row, {
    name: row.get('title'),
    description: row.get('description'),
    image: row.get('image_link'),
    target: row.get('link'),
    categories: splitAtCommas(row.get('product_type')),
    // If the sale has an end date, the regular price is used, because an imported price does not change when the sale
    // ends.
    price: row.get('sale_price_effective_date') === '' ? row.get('sale_price', 'price') : row.get('price'),
    brand: row.get('brand'),
    availability: row.get('availability'),
  })
}
