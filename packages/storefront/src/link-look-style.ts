// The style of a link's pages in the look of a store. It is placed after the style that all pages have. Its theme is
// the theme of the store's own pages: the same fonts and background, and the same shapes of pictures and buttons.
import { computeCropPosition, cropSteps, type PictureFocus, parseFontsAddress, type StoreTheme } from '@linkshelf/contract'
import type { StoreData } from './store/store-data.ts'
import { computeThemeColors, toFontFamilies } from './store/store-theme.ts'
import { formatBackground } from './store/themes/backgrounds.ts'
import type { CardStyle } from './store/themes/card-styles.ts'
import { themeDesigns } from './store/themes/store-themes.ts'
import { formatFontStyle, listFirstFontFiles, type ThemeChoice } from './store/themes/theme-style.ts'

/** The settings from which the style is made: settings of the store, and of the product that the link sells. */
export interface LinkPageBrand extends Pick<StoreData, 'layout' | 'mainColor' | 'secondaryColor' | keyof ThemeChoice> {
  /** The picture of the product; null if there is none. */
  picture: string | null
  /** The focus that the picture's owner chose, or else the computed focus. */
  focus: PictureFocus | null
}

const parts = [
  'body{grid-template-rows:auto 1fr auto;background:var(--ground);font-family:var(--font)}',
  '.owner{display:flex;gap:.625rem;align-items:center;justify-content:center;padding:1.25rem 1.5rem 0;font-weight:650;overflow-wrap:anywhere}',
  '.avatar{flex:none;width:2.75rem;height:2.75rem;border-radius:.875rem;object-fit:cover;background:#fff}',
  '.product{display:block;width:min(14rem,60vw);margin:0 auto;border-radius:1rem;overflow:hidden}.product img{display:block;width:100%;height:auto;aspect-ratio:1;object-fit:cover}',
  '.cutout{background:var(--cutout)}.cutout img{object-fit:contain;padding:.5rem;mix-blend-mode:multiply}',
  '.button{border:1px solid var(--edge)}',
].join('')

/** Returns the style of a link's pages. The Content-Security-Policy allows the style by its hash. */
export function formatLinkLookStyle(look: LinkPageBrand): string {
  const choice = chooseServedFonts(look)
  const colors = computeThemeColors(look)
  const variables = {
    ...toFontFamilies(choice),
    page: colors.page,
    ground: formatBackground(themeDesigns[look.theme].ground),
    mark: colors.mark,
    tone: colors.tone,
    text: colors['on-page'],
    soft: colors['on-page-soft'],
    line: colors['page-line'],
    book: colors['page-line'],
    'book-soft': colors['page-line'],
    brand: colors['page-accent'],
    button: colors.main,
    'button-hover': colors['main-hover'],
    'on-button': colors['on-main'],
    edge: colors['main-edge'],
    surface: colors.surface,
    cutout: colors['ground-tint'],
  }
  const declarations = Object.entries(variables).map(([name, value]) => `--${name}:${value}`)
  return [
    `:root{color-scheme:${toColorScheme(look)};${declarations.join(';')}}`,
    parts,
    formatDesignStyle(look.theme),
    formatCropStyle(look),
    formatFontStyle(choice, 'h1,.owner'),
  ].join('')
}

export function toColorScheme(look: LinkPageBrand): 'light' | 'dark' {
  return computeThemeColors(look).isDark ? 'dark' : 'light'
}

/**
 * Replaces fonts of another site by the theme's fonts, because pages of links load nothing from other sites. Fonts that
 * were copied to this instance stay, because every domain serves them.
 */
function chooseServedFonts(look: ThemeChoice): ThemeChoice {
  return { ...look, fontsUrl: look.fontsUrl !== null && parseFontsAddress(look.fontsUrl) !== undefined ? look.fontsUrl : null }
}

/** Returns the paths of the fonts that a page needs at once: font files, or the style sheet of copied fonts. */
export function listNeededFonts(look: LinkPageBrand): { files: string[]; styleSheet?: string } {
  const choice = chooseServedFonts(look)
  if (choice.fontsUrl === null) return { files: listFirstFontFiles(choice) }
  const { pathname, search } = new URL(choice.fontsUrl)
  return { files: [], styleSheet: pathname + search }
}

function formatDesignStyle(theme: StoreTheme): string {
  if (theme === 'plain') return ''
  const { headings, card, shape, button, header } = themeDesigns[theme]
  return [
    `h1,.owner{font-weight:${headings.weight}}:root:not([lang=ar]) :is(h1,.owner){letter-spacing:${headings.tracking ?? 'normal'}}`,
    `.product{border-radius:${shape.card}}.button{border-radius:${shape.button}}`,
    pictureStyles[card] ?? '',
    button === 'outlined' ? outlinedButton : '',
    header === 'middle' ? '.avatar{border-radius:50%}' : '',
    stylesByTheme[theme] ?? '',
  ].join('')
}

/** Returns the style that crops the picture of the product to a square. */
function formatCropStyle({ picture, focus }: LinkPageBrand): string {
  if (picture === null || focus === null) return ''
  const { x, y } = computeCropPosition(picture, focus, 1)
  return `.product img{object-position:${(x * 100) / cropSteps}% ${(y * 100) / cropSteps}%}`
}

/** Styles of the product's picture, which looks like a card without text. */
const pictureStyles: Partial<Record<CardStyle, string>> = {
  outlined: '.product{border:1px solid var(--line)}',
  soft: '.product{box-shadow:0 24px 40px -24px #0006}',
  hard: '.product,.button{border:2px solid var(--text)}.product{box-shadow:4px 4px 0 var(--text)}',
  framed: '.product{border:.625rem solid var(--surface);box-shadow:0 1px 3px #0002,0 10px 24px -14px #0006;transform:rotate(-.7deg)}',
}

const outlinedButton =
  '.button{background:none;color:var(--brand);border-color:currentColor}.button:hover{background:var(--button);color:var(--on-button);border-color:var(--edge)}'

const stylesByTheme: Partial<Record<StoreTheme, string>> = {
  journal: '.owner{padding-bottom:1rem;border-bottom:3px double var(--line)}.avatar{border-radius:.25rem}',
  studio: '.avatar{border-radius:.5rem}',
}
