import { expect, it } from 'vitest'
import { toLinkSearchTerm } from './link-page-table.ts'

it.each([
  ['Lamp', { part: 'lamp' }],
  ['shop.example/lamp', { part: 'shop.example/lamp' }],
  ['https://go.test/Summer', { part: 'https://go.test/summer', slugStart: 'summer' }],
  ['GO.test/sum', { part: 'go.test/sum', slugStart: 'sum' }],
  ['/sum', { part: '/sum', slugStart: 'sum' }],
  ['go.test/sum/mer', { part: 'go.test/sum/mer' }],
  ['go.tests', { part: 'go.tests' }],
  ['go.test', undefined],
  ['t', undefined],
  ['https://go.test/', undefined],
])('turns the search %j into the term %j', (search, term) => {
  expect(toLinkSearchTerm(search, 'https://go.test')).toEqual(term)
})
