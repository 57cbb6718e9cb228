import { fontFamily } from '@linkshelf/contract'
import { type StoreBrand, type StoreColors, storeColors } from './store-colors.ts'
import { familyOf } from './themes/font-faces.ts'
import { tintShares } from './themes/grounds.ts'
import { themeDesigns } from './themes/store-themes.ts'
import { chosenFonts, type ThemeChoice } from './themes/theme-style.ts'

interface StoreTheme {
  scheme: 'light' | 'dark'
  /**
   * The colors and the typeface of one store as CSS variables; everything else of the style is the same for all stores.
   */
  css: string
}

export function storeTheme(brand: StoreBrand & ThemeChoice): StoreTheme {
  const { isDark, mark, tone, ...colors } = themeColors(brand)
  const ofTheme = brand.theme === 'plain' ? {} : { mark, tone, shade: isDark ? '#0007' : `${colors.main}2e` }
  const values = { ...fontsOf(brand), ...colors, ...(isDark ? darkLift : lightLift), ...ofTheme }
  const declarations = Object.entries(values).map(([name, value]) => `--${name}:${value}`)
  return { scheme: isDark ? 'dark' : 'light', css: `:root{${declarations.join(';')}}` }
}

/**
 * The saturation and lightness of grounds, and the shadows of cards. On a dark page a shadow is invisible, and the
 * lighter ground of a card lifts it.
 */
const lightLift = {
  tint: '38% 95%',
  lift: '0 1px 2px #0000000d,0 8px 20px -14px #0003',
  'lift-more': '0 2px 4px #0000000d,0 18px 32px -16px #0000004d',
}
const darkLift = { tint: '26% 86%', lift: 'none', 'lift-more': '0 12px 32px -12px #000' }

/** The colors of a store in its theme. */
export function themeColors(brand: StoreBrand): StoreColors {
  return storeColors(brand, tintShares(themeDesigns[brand.theme].ground))
}

/** A font of the owner replaces all others. */
export function fontsOf(choice: ThemeChoice): { font: string; heading?: string } {
  const own = choice.fontsUrl === null ? undefined : fontNameIn(choice.fontsUrl)
  const { heading, text } = chosenFonts(choice)
  const font = text === undefined ? fontFamily : familyOf(text)
  return { font: own === undefined ? font : `'${own}',${fontFamily}`, ...(heading && { heading: familyOf(heading) }) }
}

/** The first family that a stylesheet in the form of Google Fonts declares; undefined for another form. */
function fontNameIn(url: string): string | undefined {
  const family = new URL(url).searchParams.get('family')?.split(':')[0]
  return family !== undefined && /^[\p{L}\p{N} -]{1,60}$/u.test(family) ? family : undefined
}
