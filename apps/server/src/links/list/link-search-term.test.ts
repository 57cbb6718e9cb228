import { expect, it } from 'vitest'
import { toLinkSearchTerm } from './link-page-table.ts'

it.each([
  ['Lamp', { part: 'lamp' }],
  ['shop.example/lamp', { part: 'shop.example/lamp' }],
  ['https://go.test/Summer', { part: 'https://go.test/summer', slugStart: 'summer' }],
  ['GO.test/sum', { part: 'go.test/sum', slugStart: 'sum' }],
  ['/sum', { part: '/sum', slugStart: 'sum' }],
  ['go.test/Sum/mer', { part: 'go.test/sum/mer', slugStart: 'sum/mer' }],
  ['https://go.test/go/lamp', { part: 'https://go.test/go/lamp', slugStart: 'go/lamp' }],
  ['/go/la', { part: '/go/la', slugStart: 'go/la' }],
  ['//go.test/a', { part: '//go.test/a', slugStart: 'a' }],
  ['go.test/k%C3%BCche', { part: 'go.test/k%c3%bcche', slugStart: 'k\u00fcche' }],
  ['go.test/k%C3', { part: 'go.test/k%c3', slugStart: 'k%c3' }],
  ['shop.example/go.test/a', { part: 'shop.example/go.test/a' }],
  ['go.tests', { part: 'go.tests' }],
  ['go.test', undefined],
  ['t', undefined],
  ['https://go.test/', undefined],
])('turns the search %j into the term %j', (search, term) => {
  expect(toLinkSearchTerm(search, 'https://go.test')).toEqual(term)
})
