// The files of the fonts of store pages, apart from their names: the dashboard's forms need only those.
import { mediaPath } from '../addresses/upload-addresses.ts'
import type { StoreFont } from './store-fonts.ts'

export type FontSubset = 'latin' | 'latin-ext' | 'vietnamese' | 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext' | 'hebrew' | 'arabic'

const western: FontSubset[] = ['latin', 'latin-ext']
const vietnamese: FontSubset[] = [...western, 'vietnamese']
const cyrillic: FontSubset[] = [...western, 'cyrillic', 'cyrillic-ext']
const slavic: FontSubset[] = [...vietnamese, 'cyrillic', 'cyrillic-ext']
const greek: FontSubset[] = [...slavic, 'greek']

/** The letters of each font, as its package has them. */
export const fontSubsets: Readonly<Record<StoreFont, readonly FontSubset[]>> = {
  inter: [...greek, 'greek-ext'],
  'dm-sans': western,
  figtree: western,
  manrope: greek,
  montserrat: slavic,
  nunito: slavic,
  outfit: western,
  'plus-jakarta-sans': [...vietnamese, 'cyrillic-ext'],
  rubik: [...cyrillic, 'hebrew', 'arabic'],
  'space-grotesk': vietnamese,
  'work-sans': vietnamese,
  'bricolage-grotesque': vietnamese,
  'eb-garamond': [...greek, 'greek-ext'],
  fraunces: vietnamese,
  lora: slavic,
  newsreader: vietnamese,
  'playfair-display': [...vietnamese, 'cyrillic'],
  'source-serif-4': greek,
  caveat: cyrillic,
  'jetbrains-mono': greek,
}

/** The release of Fontsource that the files are from; browsers store a file for a year. */
const fontsVersion = '5.3'

/** Below `/media/`, where no slug is. */
export const storeFontsPath = `${mediaPath}fonts/${fontsVersion}/`

export function formatStoreFontPath(font: StoreFont, subset: FontSubset): string {
  return `${storeFontsPath}${font}-${subset}.woff2`
}

/** The paths of all files, with the font and the letters of each. */
export const storeFontFiles: ReadonlyMap<string, { font: StoreFont; subset: FontSubset }> = new Map(
  (Object.keys(fontSubsets) as StoreFont[]).flatMap((font) =>
    fontSubsets[font].map((subset) => [formatStoreFontPath(font, subset), { font, subset }] as const),
  ),
)
