// The CSS of fonts that the instance serves. A font has one face per script. It also has a face of a local font with
// the same metrics, which is shown until the file is loaded, so that nothing shifts.
import { type FontSubset, fontSubsets, formatStoreFontPath, type StoreFont, storeFonts } from '@linkshelf/contract'

/** Character ranges by script, as in Fontsource's files. */
export const subsetRanges: Record<FontSubset, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  'cyrillic-ext': 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  'greek-ext': 'U+1F00-1FFF',
  hebrew: 'U+0307-0308,U+0590-05FF,U+200C-2010,U+20AA,U+25CC,U+FB1D-FB4F',
  // Mathematical Arabic letters are left out, because no text of a store has them.
  arabic:
    'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC',
}

interface FontMetrics {
  /** The mean width of letters in English text, in em, as Capsize measures it. */
  width: number
  ascent: number
  descent: number
  /** The factor by which the font is enlarged, if its letters are small for their size. */
  scale?: number
}

const metricsByFont: Record<StoreFont, FontMetrics> = {
  inter: { width: 0.4775, ascent: 0.9688, descent: 0.2412 },
  'dm-sans': { width: 0.466, ascent: 0.992, descent: 0.31 },
  figtree: { width: 0.449, ascent: 0.95, descent: 0.25 },
  manrope: { width: 0.46, ascent: 1.066, descent: 0.3 },
  montserrat: { width: 0.503, ascent: 0.968, descent: 0.251 },
  nunito: { width: 0.452, ascent: 1.011, descent: 0.353 },
  outfit: { width: 0.445, ascent: 1, descent: 0.26 },
  'plus-jakarta-sans': { width: 0.468, ascent: 1.038, descent: 0.222 },
  rubik: { width: 0.468, ascent: 0.935, descent: 0.25 },
  'space-grotesk': { width: 0.489, ascent: 0.984, descent: 0.292 },
  'work-sans': { width: 0.499, ascent: 0.93, descent: 0.243 },
  'bricolage-grotesque': { width: 0.47, ascent: 0.93, descent: 0.27 },
  'eb-garamond': { width: 0.385, ascent: 1.007, descent: 0.298, scale: 1.12 },
  fraunces: { width: 0.469, ascent: 0.978, descent: 0.255 },
  lora: { width: 0.468, ascent: 1.006, descent: 0.274 },
  newsreader: { width: 0.4285, ascent: 0.735, descent: 0.265, scale: 1.06 },
  'playfair-display': { width: 0.452, ascent: 1.082, descent: 0.251 },
  'source-serif-4': { width: 0.479, ascent: 1.036, descent: 0.335 },
  caveat: { width: 0.343, ascent: 0.96, descent: 0.3, scale: 1.32 },
  'jetbrains-mono': { width: 0.6, ascent: 1.02, descent: 0.3, scale: 0.94 },
}

type FontKind = (typeof storeFonts)[StoreFont]['kind']

const arial = { names: ['Arial', 'Liberation Sans', 'Roboto'], width: 0.4458 }

/** Fonts that are installed on most systems, with their mean width. All fonts of an entry have the same widths. */
const localFonts: Record<FontKind, { names: string[]; width: number }[]> = {
  sans: [arial],
  serif: [
    { names: ['Times New Roman', 'Liberation Serif'], width: 0.4063 },
    { names: ['Noto Serif'], width: 0.481 },
  ],
  hand: [arial],
  mono: [{ names: ['Courier New', 'Liberation Mono', 'Cousine'], width: 0.6 }],
}

const systemFonts: Record<FontKind, string> = {
  sans: 'ui-sans-serif,system-ui,sans-serif',
  serif: 'ui-serif,Georgia,serif',
  hand: 'system-ui,sans-serif',
  mono: 'ui-monospace,Menlo,monospace',
}

/** Returns the value of `font-family`: the font, local fonts with its metrics, and system fonts for other scripts. */
export function formatFontFamily(font: StoreFont): string {
  const { name, kind } = storeFonts[font]
  return [`'${name}'`, ...localFonts[kind].map((_, nth) => `'${formatFallbackName(font, nth)}'`), systemFonts[kind]].join(',')
}

/** Returns the factor by which the font is enlarged. */
export function toFontScale(font: StoreFont): number {
  return metricsByFont[font].scale ?? 1
}

export function formatFontFaces(font: StoreFont): string {
  const { name, kind } = storeFonts[font]
  const { width, ascent, descent } = metricsByFont[font]
  const scale = toFontScale(font)
  const faces = fontSubsets[font].map(
    (subset) =>
      `@font-face{font-family:'${name}';font-display:swap;font-weight:100 900;src:url(${formatStoreFontPath(font, subset)}) format('woff2');${
        scale === 1 ? '' : `size-adjust:${formatPercent(scale)};`
      }unicode-range:${subsetRanges[subset]}}`,
  )
  const fallbacks = localFonts[kind].map((local, nth) => {
    // `size-adjust` also multiplies the overridden metrics, so they are divided by it here.
    const adjusted = width / local.width
    const files = local.names.map((localName) => `local('${localName}')`).join(',')
    return `@font-face{font-family:'${formatFallbackName(font, nth)}';src:${files};size-adjust:${formatPercent(adjusted * scale)};ascent-override:${formatPercent(
      ascent / adjusted,
    )};descent-override:${formatPercent(descent / adjusted)};line-gap-override:0%}`
  })
  return [...faces, ...fallbacks].join('')
}

function formatFallbackName(font: StoreFont, nth: number): string {
  return `${storeFonts[font].name} ${nth === 0 ? 'fallback' : `fallback ${nth + 1}`}`
}

function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`
}
