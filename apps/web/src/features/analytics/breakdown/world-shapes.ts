import { type ExtendedFeature, type ExtendedFeatureCollection, type GeoGeometryObjects, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'

const pairs =
  'FJ242 TZ834 EH732 CA124 US840 KZ398 UZ860 PG598 ID360 AR032 CL152 CD180 SO706 KE404 SD729 TD148 HT332 DO214 RU643 BS044 FK238 NO578 ' +
  'GL304 TF260 TL626 ZA710 LS426 MX484 UY858 BR076 BO068 PE604 CO170 PA591 CR188 NI558 HN340 SV222 GT320 BZ084 VE862 GY328 SR740 FR250 ' +
  'EC218 PR630 JM388 CU192 ZW716 BW072 NA516 SN686 ML466 MR478 BJ204 NE562 NG566 CM120 TG768 GH288 CI384 GN324 GW624 LR430 SL694 BF854 ' +
  'CF140 CG178 GA266 GQ226 ZM894 MW454 MZ508 SZ748 AO024 BI108 IL376 LB422 MG450 PS275 GM270 TN788 DZ012 JO400 AE784 QA634 KW414 IQ368 ' +
  'OM512 VU548 KH116 TH764 LA418 MM104 VN704 KP408 KR410 MN496 IN356 BD050 BT064 NP524 PK586 AF004 TJ762 KG417 TM795 IR364 SY760 AM051 ' +
  'SE752 BY112 UA804 PL616 AT040 HU348 MD498 RO642 LT440 LV428 EE233 DE276 BG100 GR300 TR792 AL008 HR191 CH756 LU442 BE056 NL528 PT620 ' +
  'ES724 IE372 NC540 SB090 NZ554 AU036 LK144 CN156 TW158 IT380 DK208 GB826 IS352 AZ031 GE268 PH608 MY458 BN096 SI705 FI246 SK703 CZ203 ' +
  'ER232 JP392 PY600 YE887 SA682 AQ010 CY196 MA504 EG818 LY434 ET231 DJ262 UG800 RW646 BA070 MK807 RS688 ME499 TT780 SS728'

const codeByNumber = new Map(pairs.split(' ').map((pair) => [pair.slice(2), pair.slice(0, 2)]))

interface CountryShape {
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

/** Antarctica is not drawn, because it has no clicks and would fill a fifth of the map. */
const antarctica = 'AQ'

/** The countries of Natural Earth at 1:110 million, which does not contain the smallest countries. */
export const shapes: readonly CountryShape[] = createShapes()

type Countries = ExtendedFeatureCollection<ExtendedFeature<GeoGeometryObjects, { name: string }>>

function createShapes(): CountryShape[] {
  const all = readCountries().features.map((shape) => ({ shape, code: findCountryCode(shape.id, shape.properties.name) }))
  const drawn = all.filter(({ code }) => code !== antarctica)
  const collection: Countries = { type: 'FeatureCollection', features: drawn.map(({ shape }) => shape) }
  const toPath = geoPath(geoNaturalEarth1().rotate(rotation).fitSize([mapWidth, mapHeight], collection)).digits(1)
  return drawn.map(({ shape, code }, index) => ({ key: code ?? `land ${index}`, code, path: toPath(shape) ?? '' }))
}

/** The imported JSON file has no type. Its package promises a topology whose object `countries` has named shapes. */
function readCountries(): Countries {
  return feature(atlas as unknown as Parameters<typeof feature>[0], 'countries') as unknown as Countries
}

// The map identifies countries by the numeric codes of ISO 3166-1, and clicks have its two-letter codes. Kosovo has no
// numeric code; its commonly used two-letter code is XK.

/** Returns the two-letter code of a country on the map; undefined for a shape that is no country of ISO 3166-1. */
export function findCountryCode(number: string | number | undefined, name: string | undefined): string | undefined {
  return name === 'Kosovo' ? 'XK' : codeByNumber.get(String(number))
}
