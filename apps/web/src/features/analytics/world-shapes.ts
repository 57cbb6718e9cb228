import { type ExtendedFeature, type ExtendedFeatureCollection, type GeoGeometryObjects, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import { countryLetters } from './country-codes.ts'

export interface CountryShape {
  key: string
  /** ISO 3166-1 alpha-2; nothing for land that is nobody's there. */
  letters: string | undefined
  /** The `d` of a path on a map of `mapWidth` by `mapHeight`. */
  outline: string
}

export const mapWidth = 960
export const mapHeight = 468

/** RecordSplit through the Bering Strait, so that no country lies on both edges. */
const cut: [longitude: number, latitude: number] = [-11, 0]

/** Nobody clicks there, and it would take a fifth of the picture. */
const antarctica = 'AQ'

/** The land of the world, from Natural Earth at 1:110 million; the smallest countries are not on it. */
export const land: readonly CountryShape[] = drawLand()

type Countries = ExtendedFeatureCollection<ExtendedFeature<GeoGeometryObjects, { name: string }>>

function drawLand(): CountryShape[] {
  const shown = countries().features.map((shape) => ({ shape, letters: countryLetters(shape.id, shape.properties.name) }))
  const inhabited = shown.filter(({ letters }) => letters !== antarctica)
  const whole: Countries = { type: 'FeatureCollection', features: inhabited.map(({ shape }) => shape) }
  const draw = geoPath(geoNaturalEarth1().rotate(cut).fitSize([mapWidth, mapHeight], whole)).digits(1)
  return inhabited.map(({ shape, letters }, index) => ({ key: letters ?? `land ${index}`, letters, outline: draw(shape) ?? '' }))
}

/** A JSON file has no type of its own here; its package promises a topology whose object `countries` holds named shapes. */
function countries(): Countries {
  return feature(atlas as unknown as Parameters<typeof feature>[0], 'countries') as unknown as Countries
}
