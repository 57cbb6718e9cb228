// The fonts that an instance serves for store pages. Apart from the schemas, so that lists of them load without those.
import { mediaPath } from '../uploads/upload-addresses.ts'

export type FontSubset = 'latin' | 'latin-ext' | 'vietnamese' | 'cyrillic' | 'cyrillic-ext' | 'greek' | 'greek-ext' | 'hebrew' | 'arabic'

interface StoreFontFiles {
  /** On screen, and as the family in CSS. */
  name: string
  kind: 'sans' | 'serif' | 'hand' | 'mono'
  subsets: readonly FontSubset[]
}

const western = ['latin', 'latin-ext'] as const
const vietnamese = [...western, 'vietnamese'] as const
const cyrillic = [...western, 'cyrillic', 'cyrillic-ext'] as const
const slavic = [...vietnamese, 'cyrillic', 'cyrillic-ext'] as const
const greek = [...slavic, 'greek'] as const

export const storeFonts = {
  inter: { name: 'Inter', kind: 'sans', subsets: [...greek, 'greek-ext'] },
  'dm-sans': { name: 'DM Sans', kind: 'sans', subsets: western },
  figtree: { name: 'Figtree', kind: 'sans', subsets: western },
  manrope: { name: 'Manrope', kind: 'sans', subsets: greek },
  montserrat: { name: 'Montserrat', kind: 'sans', subsets: slavic },
  nunito: { name: 'Nunito', kind: 'sans', subsets: slavic },
  outfit: { name: 'Outfit', kind: 'sans', subsets: western },
  'plus-jakarta-sans': { name: 'Plus Jakarta Sans', kind: 'sans', subsets: [...vietnamese, 'cyrillic-ext'] },
  rubik: { name: 'Rubik', kind: 'sans', subsets: [...cyrillic, 'hebrew', 'arabic'] },
  'space-grotesk': { name: 'Space Grotesk', kind: 'sans', subsets: vietnamese },
  'work-sans': { name: 'Work Sans', kind: 'sans', subsets: vietnamese },
  'bricolage-grotesque': { name: 'Bricolage Grotesque', kind: 'sans', subsets: vietnamese },
  'eb-garamond': { name: 'EB Garamond', kind: 'serif', subsets: [...greek, 'greek-ext'] },
  fraunces: { name: 'Fraunces', kind: 'serif', subsets: vietnamese },
  lora: { name: 'Lora', kind: 'serif', subsets: slavic },
  newsreader: { name: 'Newsreader', kind: 'serif', subsets: vietnamese },
  'playfair-display': { name: 'Playfair Display', kind: 'serif', subsets: [...vietnamese, 'cyrillic'] },
  'source-serif-4': { name: 'Source Serif 4', kind: 'serif', subsets: greek },
  caveat: { name: 'Caveat', kind: 'hand', subsets: cyrillic },
  'jetbrains-mono': { name: 'JetBrains Mono', kind: 'mono', subsets: greek },
} as const satisfies Record<string, StoreFontFiles>

export type StoreFont = keyof typeof storeFonts

/** The release of Fontsource that the files are from; browsers store a file for a year. */
const fontsVersion = '5.3'

/** Below `/media/`, where no slug is. */
export const storeFontsPath = `${mediaPath}fonts/${fontsVersion}/`

export function storeFontPath(font: StoreFont, subset: FontSubset): string {
  return `${storeFontsPath}${font}-${subset}.woff2`
}

/** The paths of all files, with the font and the letters of each. */
export const storeFontFiles: ReadonlyMap<string, { font: StoreFont; subset: FontSubset }> = new Map(
  (Object.keys(storeFonts) as StoreFont[]).flatMap((font) =>
    storeFonts[font].subsets.map((subset) => [storeFontPath(font, subset), { font, subset }] as const),
  ),
)
