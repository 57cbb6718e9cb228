import type { Place, Product } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aProduct } from '../../../../test/api-answers.ts'
import { computeIndexAfter, reorderProducts, toPlace } from './product-order.ts'

const products = ['A', 'B', 'C', 'D'].map((name) => aProduct({ product_id: name, name }))
const all = { products, hasMore: false }
const firstPage = { products, hasMore: true }

function findProduct(id: string): Product {
  return products.find(({ product_id }) => product_id === id) ?? aProduct()
}

function listNames(ordered: readonly Product[]): string {
  return ordered.map(({ name }) => name).join('')
}

describe('toPlace', () => {
  it.each<[string, string, number, boolean, Place]>([
    ['the start', 'C', 0, false, { before: 'A' }],
    ['one place up', 'C', 1, false, { before: 'B' }],
    ['one place down', 'B', 2, false, { before: 'D' }],
    ['the end of all products', 'B', 3, false, { before: null }],
    ['the end of the loaded products', 'B', 3, true, { position: 4 }],
    ['after the loaded products', 'D', 4, true, { position: 5 }],
  ])('returns %s', (_name, moved, index, hasMore, place) => {
    expect(toPlace({ products, hasMore }, findProduct(moved), index)).toEqual(place)
  })
})

describe('reorderProducts', () => {
  it.each<[string, string, Place, string, number]>([
    ['to the top', 'C', { position: 1 }, 'CABD', 0],
    ['up', 'C', { before: 'B' }, 'ACBD', 1],
    ['down', 'B', { before: 'D' }, 'ACBD', 2],
    ['to the end', 'A', { before: null }, 'BCDA', 3],
    ['to a position', 'A', { position: 3 }, 'BCAD', 2],
    ['past the end, to the end', 'A', { position: 99 }, 'BCDA', 3],
    ['before a product that is gone, to the end', 'A', { before: 'gone' }, 'BCDA', 3],
  ])('moves %s', (_name, moved, place, expected, index) => {
    expect(listNames(reorderProducts(all, findProduct(moved), place))).toBe(expected)
    expect(computeIndexAfter(all, findProduct(moved), place)).toBe(index)
  })

  it('leaves out a product that moves beyond the loaded products', () => {
    expect(listNames(reorderProducts(firstPage, findProduct('B'), { position: 5 }))).toBe('ACD')
    expect(computeIndexAfter(firstPage, findProduct('B'), { position: 5 })).toBe(4)
  })

  it('includes a product that becomes the last loaded product', () => {
    expect(listNames(reorderProducts(firstPage, findProduct('B'), { position: 4 }))).toBe('ACDB')
  })
})
