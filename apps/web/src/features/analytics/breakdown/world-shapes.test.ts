import { toCountryName } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import atlas from 'world-atlas/countries-110m.json'
import { findCountryCode, shapes } from './world-shapes.ts'

/** Countries whose name in the atlas differs from the browser's. */
const codeByAtlasName: Record<string, string> = {
  'W. Sahara': 'EH',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF',
  'Central African Rep.': 'CF',
  'Eq. Guinea': 'GQ',
  Congo: 'CG',
  eSwatini: 'SZ',
  Palestine: 'PS',
  Myanmar: 'MM',
  'Solomon Is.': 'SB',
  Turkey: 'TR',
  'Bosnia and Herz.': 'BA',
  Macedonia: 'MK',
  'Trinidad and Tobago': 'TT',
  'S. Sudan': 'SS',
  "Côte d'Ivoire": 'CI',
  'United States of America': 'US',
}

const countries = atlas.objects.countries.geometries.map((shape) => ({
  name: shape.properties.name,
  code: findCountryCode('id' in shape ? shape.id : undefined, shape.properties.name),
}))

it('maps every country of the atlas to its own code', () => {
  const wrong = countries.filter(({ name, code }) => code !== undefined && code !== codeByAtlasName[name] && toCountryName(code) !== name)

  expect(wrong).toEqual([])
})

it('omits the code only for land outside ISO 3166-1', () => {
  expect(countries.flatMap(({ name, code }) => (code === undefined ? [name] : []))).toEqual(['N. Cyprus', 'Somaliland'])
})

it('has a shape for every country except Antarctica, once', () => {
  expect(shapes).toHaveLength(countries.length - 1)
  expect(new Set(shapes.map(({ key }) => key)).size).toBe(shapes.length)
  expect(shapes.every(({ path }) => path.startsWith('M'))).toBe(true)
})
