import { describe, expect, it } from 'vitest'
import { attributesPerProduct, productForm } from './products.ts'

const draft = {
  name: ' Brass desk lamp ',
  description: ' ',
  image_url: '',
  image_focus: null,
  product_url: '',
  attributes: [],
  categories: [],
  urls: [],
  active: true,
  availability: 'available',
  price: { amount: '', currency: '', checked_on: '' },
  pinned: false,
  show_from: null,
  show_until: null,
}

function listIssues(changes: object): string[] {
  return (productForm.safeParse({ ...draft, ...changes }).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('a product in a form', () => {
  it('has null for blank texts', () => {
    expect(productForm.parse(draft)).toMatchObject({ name: 'Brass desk lamp', description: null, image_url: null, product_url: null })
  })

  it('converts attribute rows in their order, and skips blank rows', () => {
    const attributes = [
      { name: ' Width ', value: '12 cm' },
      { name: '', value: ' ' },
      { name: 'Color', value: 'Brass' },
    ]

    const parsed = productForm.parse({ ...draft, attributes })

    expect(Object.entries(parsed.attributes)).toEqual([
      ['Width', '12 cm'],
      ['Color', 'Brass'],
    ])
  })

  it.each([
    ['a blank name', { name: ' ' }, 'name: Product name is required'],
    ['an attribute without a value', { attributes: [{ name: 'Width', value: ' ' }] }, 'attributes.0.value: Enter a name and a value'],
    ['an attribute without a name', { attributes: [{ name: '', value: '12 cm' }] }, 'attributes.0.name: Enter a name and a value'],
    [
      'two attributes of one name',
      { attributes: ['12 cm', '14 cm'].map((value) => ({ name: 'Width', value })) },
      'attributes.1.name: This product already has an attribute with this name',
    ],
    [
      'too many attributes',
      { attributes: Array.from({ length: attributesPerProduct + 1 }, (_, index) => ({ name: `Name ${index}`, value: '1' })) },
      'attributes: Products can have up to 50 attributes',
    ],
    [
      'a picture that is not on https',
      { image_url: 'http://pictures.example/1.png' },
      'image_url: Enter an address that begins with https://',
    ],
    [
      'an end before the beginning',
      { show_from: '2026-05-01T00:00:00Z', show_until: '2026-04-01T00:00:00Z' },
      'show_until: Choose an end after the beginning',
    ],
  ])('is rejected with %s', (_name, changes, issue) => {
    expect(listIssues(changes)).toEqual([issue])
  })
})
