import { type ExtendedFeature, type ExtendedFeatureCollection, type GeoGeometryObjects, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import { countryCode } from './country-codes.ts'

export interface CountryShape {
  key: string
  /** ISO 3166-1 alpha-2; undefined for disputed land. */
  code: string | undefined
  /** The `d` of an SVG path, on a map of `mapWidth` by `mapHeight`. */
  path: string
}

export const mapWidth = 960
export const mapHeight = 468

/** The map is cut through the Bering Strait, so that no country lies on both edges. */
const rotation: [longitude: number, latitude: number] = [-11, 0]

/** Left out: without clicks, it would take a fifth of the map. */
const antarctica = 'AQ'

/** The countries of Natural Earth at 1:110 million; the smallest ones are not in it. */
export const shapes: readonly CountryShape[] = createShapes()

type Countries = ExtendedFeatureCollection<ExtendedFeature<GeoGeometryObjects, { name: string }>>

function createShapes(): CountryShape[] {
  const all = readCountries().features.map((shape) => ({ shape, code: countryCode(shape.id, shape.properties.name) }))
  const drawn = all.filter(({ code }) => code !== antarctica)
  const collection: Countries = { type: 'FeatureCollection', features: drawn.map(({ shape }) => shape) }
  const toPath = geoPath(geoNaturalEarth1().rotate(rotation).fitSize([mapWidth, mapHeight], collection)).digits(1)
  return drawn.map(({ shape, code }, index) => ({ key: code ?? `land ${index}`, code, path: toPath(shape) ?? '' }))
}

/** The JSON file has no type here; its package promises a topology whose object `countries` has named shapes. */
function readCountries(): Countries {
  return feature(atlas as unknown as Parameters<typeof feature>[0], 'countries') as unknown as Countries
}
