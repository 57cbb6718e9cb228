import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseAttributesCell, parseListCell, parseTargetsCell, toAttributesCell, toListCell } from './product-cells.ts'

/** Creates names that the contract accepts: trimmed and not blank. */
const name = fc
  .oneof(fc.string(), fc.string({ unit: fc.constantFrom(...';=\\ab ') }))
  .map((text) => text.trim())
  .filter((text) => text !== '' && text !== '__proto__')

it('reads the list that it wrote', () => {
  fc.assert(
    fc.property(fc.array(name), (values) => {
      expect(parseListCell(toListCell(values))).toEqual(values)
    }),
  )
})

it('reads the attributes that it wrote', () => {
  fc.assert(
    fc.property(fc.dictionary(name, name), (attributes) => {
      expect(parseAttributesCell(toAttributesCell(attributes))).toEqual({ ...attributes })
    }),
  )
})

it('reads lists as they are typed by hand', () => {
  expect(parseListCell(' Lamps;Sale ;; ')).toEqual(['Lamps', 'Sale'])
  expect(parseListCell('C:\\lamps')).toEqual(['C:\\lamps'])
  expect(parseAttributesCell('Color = brass;Formula=a=b;')).toEqual({ Color: 'brass', Formula: 'a=b' })
  expect(parseAttributesCell('Color: brass')).toBeUndefined()
  expect(parseTargetsCell(' https://a.example/\nhttps://b.example/ ')).toEqual(['https://a.example/', 'https://b.example/'])
})
