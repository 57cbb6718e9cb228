import { expect, it } from 'vitest'
import atlas from 'world-atlas/countries-110m.json'
import { countryLetters } from './country-codes.ts'
import { countryName } from './traffic-names.ts'
import { land } from './world-shapes.ts'

/** What the atlas calls otherwise than the browser does, or shortens. */
const otherwise: Record<string, string> = {
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

const shapes = atlas.objects.countries.geometries.map((shape) => ({
  name: shape.properties.name,
  letters: countryLetters('id' in shape ? shape.id : undefined, shape.properties.name),
}))

it('gives every country of the atlas the letters that are its own', () => {
  const wrong = shapes.filter(({ name, letters }) => letters !== undefined && letters !== otherwise[name] && countryName(letters) !== name)

  expect(wrong).toEqual([])
})

it('leaves only land without letters that no country of ISO 3166-1 has', () => {
  expect(shapes.flatMap(({ name, letters }) => (letters === undefined ? [name] : []))).toEqual(['N. Cyprus', 'Somaliland'])
})

it('draws every country but Antarctica, once', () => {
  expect(land).toHaveLength(shapes.length - 1)
  expect(new Set(land.map(({ key }) => key)).size).toBe(land.length)
  expect(land.every(({ outline }) => outline.startsWith('M'))).toBe(true)
})
