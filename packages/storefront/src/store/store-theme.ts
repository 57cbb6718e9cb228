import { fontFamily } from '@linkshelf/contract'
import { computeStoreColors, type StoreBrand, type StoreColors } from './store-colors.ts'
import { toTintShares } from './themes/backgrounds.ts'
import { formatFontFamily } from './themes/font-faces.ts'
import { themeDesigns } from './themes/store-themes.ts'
import { chooseFonts, type ThemeChoice } from './themes/theme-style.ts'

interface StoreTheme {
  scheme: 'light' | 'dark'
  /** The colors and fonts of a store as CSS variables. All other styles are the same for all stores. */
  css: string
}

export function toStoreTheme(brand: StoreBrand & ThemeChoice): StoreTheme {
  const { isDark, mark, tone, ...colors } = computeThemeColors(brand)
  const ofTheme = brand.theme === 'plain' ? {} : { mark, tone, shade: isDark ? '#0007' : `${colors.main}2e` }
  const values = { ...toFontFamilies(brand), ...colors, ...(isDark ? darkLift : lightLift), ...ofTheme }
  const declarations = Object.entries(values).map(([name, value]) => `--${name}:${value}`)
  return { scheme: isDark ? 'dark' : 'light', css: `:root{${declarations.join(';')}}` }
}

/**
 * `tint` is the saturation and lightness of the background of cut-outs. `lift` and `lift-more` are the shadows of
 * cards. On a dark page, a shadow is invisible, so a card stands out by its lighter color.
 */
const lightLift = {
  tint: '38% 95%',
  lift: '0 1px 2px #0000000d,0 8px 20px -14px #0003',
  'lift-more': '0 2px 4px #0000000d,0 18px 32px -16px #0000004d',
}
const darkLift = { tint: '26% 86%', lift: 'none', 'lift-more': '0 12px 32px -12px #000' }

/** Returns the colors of a store, with the tints of its theme. */
export function computeThemeColors(brand: StoreBrand): StoreColors {
  return computeStoreColors(brand, toTintShares(themeDesigns[brand.theme].ground))
}

/** Returns the values of `font-family`. A font of the owner replaces all others. */
export function toFontFamilies(choice: ThemeChoice): { font: string; heading?: string } {
  const own = choice.fontsUrl === null ? undefined : findFontName(choice.fontsUrl)
  const { heading, text } = chooseFonts(choice)
  const font = text === undefined ? fontFamily : formatFontFamily(text)
  return { font: own === undefined ? font : `'${own}',${fontFamily}`, ...(heading && { heading: formatFontFamily(heading) }) }
}

/**
 * Returns the first font family in the URL of a style sheet, if the URL has the form of Google Fonts. Undefined for any
 * other URL.
 */
function findFontName(url: string): string | undefined {
  const family = new URL(url).searchParams.get('family')?.split(':')[0]
  return family !== undefined && /^[\p{L}\p{N} -]{1,60}$/u.test(family) ? family : undefined
}
