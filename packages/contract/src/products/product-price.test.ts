import { expect, it } from 'vitest'
import { findPrice } from './product-price.ts'

it.each([
  ['49.90 EUR', { amount: '49.90', currency: 'EUR' }],
  ['£50', { amount: '50', currency: 'GBP' }],
  ['USD 1299,00', { amount: '1299.00', currency: 'USD' }],
  ['$50', undefined],
  ['from 50 EUR', undefined],
  ['1.299,00 EUR', undefined],
  ['€50 EUR', undefined],
])('parses the price %s', (written, price) => {
  expect(findPrice({ Color: 'Brass', Preis: written })).toEqual(price)
})

it('finds no price in other attributes', () => {
  expect(findPrice({ 'Shipping price': '5 EUR', Color: 'Brass' })).toBeUndefined()
})
