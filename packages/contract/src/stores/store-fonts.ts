// Fonts that an instance serves for store pages. Separate from the schemas, so that lists of fonts load without the
// schema library.

interface FontLabel {
  /** The name on screen, and the font family in CSS. */
  name: string
  kind: 'sans' | 'serif' | 'hand' | 'mono'
}

export const storeFonts = {
  inter: { name: 'Inter', kind: 'sans' },
  'dm-sans': { name: 'DM Sans', kind: 'sans' },
  figtree: { name: 'Figtree', kind: 'sans' },
  manrope: { name: 'Manrope', kind: 'sans' },
  montserrat: { name: 'Montserrat', kind: 'sans' },
  nunito: { name: 'Nunito', kind: 'sans' },
  outfit: { name: 'Outfit', kind: 'sans' },
  'plus-jakarta-sans': { name: 'Plus Jakarta Sans', kind: 'sans' },
  rubik: { name: 'Rubik', kind: 'sans' },
  'space-grotesk': { name: 'Space Grotesk', kind: 'sans' },
  'work-sans': { name: 'Work Sans', kind: 'sans' },
  'bricolage-grotesque': { name: 'Bricolage Grotesque', kind: 'sans' },
  'eb-garamond': { name: 'EB Garamond', kind: 'serif' },
  fraunces: { name: 'Fraunces', kind: 'serif' },
  lora: { name: 'Lora', kind: 'serif' },
  newsreader: { name: 'Newsreader', kind: 'serif' },
  'playfair-display': { name: 'Playfair Display', kind: 'serif' },
  'source-serif-4': { name: 'Source Serif 4', kind: 'serif' },
  caveat: { name: 'Caveat', kind: 'hand' },
  'jetbrains-mono': { name: 'JetBrains Mono', kind: 'mono' },
} as const satisfies Record<string, FontLabel>

export type StoreFont = keyof typeof storeFonts
