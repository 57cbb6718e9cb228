import { expect, it } from 'vitest'
import { listFreeSuggestions, suggestSlugs } from './slug-field.tsx'

const target = 'https://www.kitchen.example/toasters/four-slots.html?ref=1'

it('suggests names from the title and the destination', () => {
  expect(suggestSlugs({ title: 'Crème brûlée torch, 2-pack', target, typed: '' })).toEqual([
    'creme-brulee-torch',
    'creme-brulee',
    'four-slots',
    'kitchen',
  ])
})

it('suggests variants of the typed name, but not the typed name itself', () => {
  expect(suggestSlugs({ title: null, target, typed: 'kitchen' })).toEqual(['kitchen-2', 'kitchen-kitchen', 'four-slots'])
})

it('suggests names without letters that an address would percent-encode', () => {
  expect(suggestSlugs({ title: null, target, typed: 'go/Küche' })).toEqual([
    'go/kuche',
    'go/kuche-2',
    'go/kuche-kitchen',
    'four-slots',
    'kitchen',
  ])
  expect(suggestSlugs({ title: null, target, typed: 'go/東京' })).toEqual(['four-slots', 'kitchen'])
  expect(suggestSlugs({ title: null, target, typed: 'go/Lamp.1' }).slice(0, 2)).toEqual(['go/Lamp.1-2', 'go/Lamp.1-kitchen'])
})

it.each([
  ['東京', 'https://shop.example/%E0%A4%A', ['shop']],
  [null, 'https://www.amazon.com/Brass-Desk-Lamp/dp/B000000001/ref=sr_1_1?keywords=lamp', ['brass-desk-lamp', 'amazon']],
  [null, 'https://www.amazon.com/dp/B000000001/ref=sr_1_1?keywords=lamp', ['amazon']],
  ['x'.repeat(40), 'https://a.example/', []],
])('suggests only valid short names for the title %j', (title, address, suggested) => {
  expect(suggestSlugs({ title, target: address, typed: '' })).toEqual(suggested)
})

it('offers the first three free names', () => {
  expect(listFreeSuggestions(['a', 'b', 'c', 'd', 'e'], new Set(['b', 'c', 'd', 'e']))).toEqual(['b', 'c', 'd'])
})
