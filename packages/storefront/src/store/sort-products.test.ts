import { expect, it } from 'vitest'
import { type ProductSort, sortProducts } from './sort-products.ts'
import type { StoreProductData } from './store-data.ts'

const blank = { slug: '', description: null, imageUrl: null, attributes: {}, isAvailable: true, categories: [], links: [] }

function aProduct(id: string, name: string, price?: string): StoreProductData {
  const [amount = '', currency = ''] = price?.split(' ') ?? []
  return { ...blank, id, name, price: price === undefined ? null : { amount, currency, checked_on: '2026-11-01' } }
}

const products = [
  aProduct('02', 'Lamp 10', '9.90 EUR'),
  aProduct('05', 'Äpfel'),
  aProduct('01', 'Lamp 2', '120.00 EUR'),
  aProduct('04', 'Zebra', '5.00 USD'),
  aProduct('03', 'apple', '9.90 EUR'),
]

it.each<[ProductSort | undefined, string[]]>([
  [undefined, ['02', '05', '01', '04', '03']],
  ['newest', ['05', '04', '03', '02', '01']],
  ['name', ['05', '03', '01', '02', '04']],
  // Products with equal prices are in the owner's order. Prices in another currency come after them, and products
  // without a price come last.
  ['price', ['02', '03', '01', '04', '05']],
  ['price-desc', ['01', '02', '03', '04', '05']],
])('sorts products by %s', (sort, ids) => {
  expect(sortProducts(products, sort, 'de').map(({ id }) => id)).toEqual(ids)
})
