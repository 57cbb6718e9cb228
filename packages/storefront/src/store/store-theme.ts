import { fontFamily } from '@linkshelf/contract'
import { familyOf } from '../themes/font-faces.ts'
import { groundTints } from '../themes/grounds.ts'
import { themeDesigns } from '../themes/store-themes.ts'
import { chosenFonts, type ThemeChoice } from '../themes/theme-style.ts'
import { contrast, controlContrast, luminance, mixed, nearestMix, readableOn, textContrast, textOn } from './color-contrast.ts'
import type { StoreData } from './store-data.ts'

type StoreBrand = Pick<StoreData, 'layout' | 'theme' | 'mainColor' | 'secondaryColor'>

interface StoreTheme {
  scheme: 'light' | 'dark'
  /**
   * The colors and the typeface of one store as CSS variables; everything else of the style is the same for all stores.
   */
  css: string
}

const ink = '#17201d'
const night = '#0c0f0e'
const paper = '#ffffff'
const chalk = '#f1f5f3'

export function storeTheme(brand: StoreBrand & ThemeChoice): StoreTheme {
  const { isDark, mark, tone, ...colors } = storeColors(brand)
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

/**
 * Pages of a store are dark when its secondary color is. Each text has a contrast of at least 4.5 to what is behind it,
 * and each edge of a control one of 3, whichever the two colors are.
 */
export function storeColors({ layout, theme, mainColor, secondaryColor: second }: StoreBrand) {
  const isDark = textOn(second) === paper
  const page = layout === 'top' || theme !== 'plain' ? second : isDark ? mixed(second, night, 0.78) : mixed(second, paper, 0.72)
  const surface = surfaceOn(page, isDark)
  const text = isDark ? chalk : ink
  const main = buttonGround(mainColor, surface, isDark)
  const tints = groundTints(themeDesigns[theme].ground, { page, main, isDark })
  const grounds = [page, tints.mark, tints.tone, mixed(tints.mark, tints.tone, 0.5)]
  const readableOnPage = (color: string) =>
    nearestMix(color, textOn(page), (mix) => grounds.every((ground) => contrast(mix, ground) >= textContrast))
  const onPage = readableOnPage(text)
  const onMain = contrast(main, paper) >= textContrast ? paper : '#000000'
  /** The nearest mix with white or black that shows where a control is, on the page and on a card. */
  const edge = (color: string) =>
    nearestMix(color, textOn(page), (mix) => [...grounds, surface].every((ground) => contrast(mix, ground) >= controlContrast))
  return {
    isDark,
    brand: mainColor,
    second,
    'on-second': textOn(second),
    'on-second-soft': readableOn(mixed(textOn(second), second, 0.24), second),
    'second-line': mixed(second, textOn(second), 0.16),
    page,
    ...tints,
    'on-page': onPage,
    'on-page-soft': readableOnPage(mixed(onPage, page, softShare)),
    'page-line': mixed(page, textOn(page), 0.14),
    'page-accent': readableOnPage(mainColor),
    surface,
    text: readableOn(text, surface),
    soft: readableOn(mixed(text, surface, softShare), surface),
    line: mixed(surface, text, isDark ? 0.14 : 0.1),
    control: edge(mixed(surface, text, 0.3)),
    accent: readableOn(mainColor, surface),
    warning: readableOn(isDark ? '#ffb59a' : '#8a2f12', surface),
    main,
    'main-hover': mixed(main, onMain === paper ? '#000000' : paper, 0.14),
    'on-main': onMain,
    'main-edge': edge(main),
    ground: isDark ? mixed(paper, second, 0.16) : paper,
    'ground-tint': mixed(paper, second, isDark ? 0.16 : 0.3),
  }
}

/** The share of the ground in a text that is less important. */
const softShare = 0.28

/** At most this luminance leaves grounds that stand out from the card, and on which white text is readable. */
const darkLuminance = 0.022

/** A card is lighter than a dark page; on a page whose color is strong, it is darker, so that buttons stand out. */
function surfaceOn(page: string, isDark: boolean): string {
  if (!isDark) return paper
  const lighter = mixed(page, paper, 0.07)
  return luminance(lighter) <= darkLuminance ? lighter : nearestMix(page, night, (mix) => luminance(mix) <= darkLuminance)
}

/** White text would need another color, rather than a darker one, on a color that has less contrast to white. */
const lightContrast = 2.2

/**
 * The main color as the ground of a text: darkened until white is readable on it, or lightened until it stands out
 * from a dark card. A light color stays, with black text.
 */
function buttonGround(main: string, surface: string, isDark: boolean): string {
  if (contrast(main, paper) < lightContrast) return main
  const ground = nearestMix(main, '#000000', (mix) => contrast(mix, paper) >= textContrast)
  if (!isDark || contrast(ground, surface) >= controlContrast) return ground
  const lighter = nearestMix(ground, paper, (mix) => contrast(mix, surface) >= controlContrast)
  return contrast(lighter, paper) >= textContrast ? lighter : ground
}

/** A font of the owner replaces all others. */
function fontsOf(choice: ThemeChoice): { font: string; heading?: string } {
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
