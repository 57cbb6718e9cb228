import { fontPath, formatStoreFontPath, type StoreFont, type StoreTheme } from '@linkshelf/contract'
import { formatMiddleHeader } from '../product-style.ts'
import { formatBackground } from './backgrounds.ts'
import { cardStyles } from './card-styles.ts'
import { formatFontFaces, toFontScale } from './font-faces.ts'
import { themeDesigns } from './store-themes.ts'

export interface ThemeChoice {
  theme: StoreTheme
  headingFont: StoreFont | null
  textFont: StoreFont | null
  /** The URL of the owner's font style sheet. If it is set, its fonts replace all others. */
  fontsUrl: string | null
}

/**
 * Returns the fonts of this instance that pages of a store need. A font is undefined if the pages use the default font,
 * or fonts from the owner's style sheet.
 */
export function chooseFonts({ theme, headingFont, textFont, fontsUrl }: ThemeChoice): { heading?: StoreFont; text?: StoreFont } {
  if (fontsUrl !== null) return {}
  if (theme !== 'plain') return { heading: headingFont ?? themeDesigns[theme].headings.font, text: textFont ?? themeDesigns[theme].text }
  const heading = headingFont ?? textFont
  return { ...(heading && { heading }), ...(textFont && { text: textFont }) }
}

interface TextType {
  font: StoreFont
  weight: number
  /** The factor by which the font is enlarged. */
  scale: number
  /** Additional space between letters, in em. */
  tracking: number
}

/**
 * Returns the fonts for drawn pictures of a store. The owner's own fonts can't be drawn, so chosen fonts or the theme's
 * fonts are used.
 */
export function choosePictureType(choice: Omit<ThemeChoice, 'fontsUrl'>): Record<'heading' | 'text', TextType> {
  const { heading = 'inter', text = 'inter' } = chooseFonts({ ...choice, fontsUrl: null })
  const { weight, tracking = '0' } = themeDesigns[choice.theme].headings
  return {
    heading: { font: heading, weight, scale: toFontScale(heading), tracking: Number.parseFloat(tracking) },
    text: { font: text, weight: 400, scale: toFontScale(text), tracking: 0 },
  }
}

/**
 * Returns the font files with the Latin letters, which a page needs at once. Must be called only for a page that uses
 * no fonts of the owner.
 */
export function listFirstFontFiles(choice: ThemeChoice): string[] {
  const { heading, text } = chooseFonts(choice)
  return [
    ...new Set([
      text === undefined ? fontPath : formatStoreFontPath(text, 'latin'),
      ...(heading ? [formatStoreFontPath(heading, 'latin')] : []),
    ]),
  ]
}

const headings =
  ':is(.introduction,.details) h1,.card :is(h2,h3),main>:is(h1,h2),.related>h2,:is(.row-head,.newsletter) h2,.collection h1,.name'

/**
 * Returns the style of a theme, which is placed after the style of all stores. Empty for a store that has no theme and
 * no chosen font.
 */
export function formatThemeStyle(choice: ThemeChoice): string {
  return formatFontStyle(choice, headings) + formatDesignStyle(choice.theme)
}

/** Returns the faces of the chosen fonts, and a rule that sets the heading font for `selector`. */
export function formatFontStyle(choice: ThemeChoice, selector: string): string {
  const { heading, text } = chooseFonts(choice)
  const fonts = [...new Set([heading, text])].flatMap((font) => (font === undefined ? [] : formatFontFaces(font)))
  const families = heading === undefined ? '' : `${selector}{font-family:var(--heading)}`
  return [...fonts, families].join('')
}

function formatDesignStyle(theme: StoreTheme): string {
  if (theme === 'plain') return ''
  const { headings: type, ground, card, shape, button, header } = themeDesigns[theme]
  return [
    `:root{--corner:${shape.card}}`,
    `body{background:${formatBackground(ground)}}`,
    `${headings}{font-weight:${type.weight};letter-spacing:${type.tracking ?? 'normal'};font-variant-numeric:lining-nums}`,
    // The header has the background of the page.
    '.head{--second:transparent;--on-second:var(--on-page);--on-second-soft:var(--on-page-soft);--second-line:var(--page-line);border-top:0}.logo{box-shadow:0 0 0 4px var(--page)}.disclosure{background:none;border-bottom:0}footer{border-color:var(--page-line)}@media(min-width:40.01rem){.head:not(.small) .identity{padding-bottom:.25rem}}',
    '.card,.featured a,.snippet{border-radius:var(--corner)}.detail>:is(.cutout,.picture),.detail>picture>.picture{border-radius:var(--corner)}',
    `.buy,.pages a{border-radius:${shape.button}}`,
    cardStyles[card],
    button === 'outlined' ? outlinedButton : '',
    header === 'middle' ? formatMiddleHeader(`.${theme}`) : '',
    stylesByTheme[theme] ?? '',
  ].join('')
}

const outlinedButton =
  '.card .buy{background:none;color:var(--accent);border-color:currentColor}.card .buy:hover{background:var(--main);color:var(--on-main);border-color:var(--main-edge)}'

/** Styles that only one theme has. */
const stylesByTheme: Partial<Record<StoreTheme, string>> = {
  journal: '.head{border-bottom:3px double var(--page-line)}.head .logo{border-radius:.25rem}',
  studio: '.categories a,form,button{border-radius:.375rem}.head .logo{border-radius:.5rem}',
  gallery:
    '.categories a{border-radius:0;border-color:transparent;background:none;color:var(--on-page)}.categories a[aria-current]{background:none;color:var(--on-page);border-color:transparent transparent currentColor}.categories svg{display:none}',
  album:
    ':is(.grid,.top) .cards .card:nth-child(odd){transform:rotate(-.7deg)}:is(.grid,.top) .cards .card:nth-child(3n+2){transform:rotate(.6deg)}:root .cards .card:is(:hover,:focus-within){transform:none}',
}
