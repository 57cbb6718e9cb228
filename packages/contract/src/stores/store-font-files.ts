// Files of the fonts of store pages. Separate from the font names, because forms of the dashboard need only the names.
import { mediaPath } from '../addresses/upload-addresses.ts'
import type { StoreFont } from './store-fonts.ts'

export type FontSubset = 'latin' | 'latin-ext' | 'vietnamese' | 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext' | 'hebrew' | 'arabic'

const western: FontSubset[] = ['latin', 'latin-ext']
const vietnamese: FontSubset[] = [...western, 'vietnamese']
const cyrillic: FontSubset[] = [...western, 'cyrillic', 'cyrillic-ext']
const slavic: FontSubset[] = [...vietnamese, 'cyrillic', 'cyrillic-ext']
const greek: FontSubset[] = [...slavic, 'greek']

/** The character subsets in each font's package. */
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

/** The Fontsource release of the files. It is in the paths, because browsers store a file for a year. */
const fontsVersion = '5.3'

/** Path of the font files. It is below `/media/`, where no short link can be. */
export const storeFontsPath = `${mediaPath}fonts/${fontsVersion}/`

export function formatStoreFontPath(font: StoreFont, subset: FontSubset): string {
  return `${storeFontsPath}${font}-${subset}.woff2`
}

/** The font and the subset of each font file, by the file's path. */
export const storeFontFiles: ReadonlyMap<string, { font: StoreFont; subset: FontSubset }> = new Map(
  (Object.keys(fontSubsets) as StoreFont[]).flatMap((font) =>
    fontSubsets[font].map((subset) => [formatStoreFontPath(font, subset), { font, subset }] as const),
  ),
)
