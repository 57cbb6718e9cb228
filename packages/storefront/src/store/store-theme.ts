import { fontFamily } from '@linkshelf/contract'
import { contrast, mixed, readableOn, textOn } from './colors.ts'
import type { StoreData } from './store-data.ts'

export type StoreBrand = Pick<StoreData, 'layout' | 'mainColor' | 'secondaryColor' | 'fontsUrl'>

export interface StoreTheme {
  scheme: 'light' | 'dark'
  /**
   * The colors and the typeface of one store as CSS variables; everything else of the style is the same for all stores.
   */
  css: string
}

const ink = '#17201d'
const paper = '#ffffff'

/** Two colors with less contrast than this look like one area. */
const visibleContrast = 1.35

export function storeTheme(brand: StoreBrand): StoreTheme {
  const { isDark, ...colors } = storeColors(brand)
  const declarations = Object.entries({ font: fontsOf(brand.fontsUrl), ...colors }).map(([name, value]) => `--${name}:${value}`)
  return { scheme: isDark ? 'dark' : 'light', css: `:root{${declarations.join(';')}}` }
}

/**
 * Pages of a store are dark when its secondary color is. Every text is readable on what is behind it,
 * whatever the two colors are.
 */
export function storeColors({ layout, mainColor: main, secondaryColor: second }: Omit<StoreBrand, 'fontsUrl'>) {
  const isDark = textOn(second) === '#ffffff'
  const tinted = isDark ? mixed(second, '#0c0f0e', 0.78) : mixed(second, paper, 0.72)
  const page = layout === 'top' ? second : tinted
  const surface = isDark ? mixed(page, paper, 0.07) : paper
  const text = readableOn(isDark ? '#f1f5f3' : ink, surface)
  return {
    isDark,
    second,
    'on-second': textOn(second),
    'on-second-soft': readableOn(mixed(textOn(second), second, 0.28), second),
    page,
    'on-page': readableOn(isDark ? '#f1f5f3' : ink, page),
    'on-page-soft': readableOn(isDark ? '#b7c2bd' : '#4b5552', page),
    'page-line': mixed(page, textOn(page), 0.14),
    'page-accent': readableOn(main, page),
    surface,
    text,
    soft: readableOn(isDark ? '#b7c2bd' : '#4b5552', surface),
    line: mixed(surface, text, 0.12),
    accent: readableOn(main, surface),
    warning: readableOn(isDark ? '#ffb59a' : '#8a2f12', surface),
    main,
    'on-main': textOn(main),
    'main-edge': contrast(main, surface) < visibleContrast ? mixed(surface, text, 0.45) : main,
  }
}

function fontsOf(fontsUrl: string | null): string {
  const own = fontsUrl === null ? undefined : fontNameIn(fontsUrl)
  return own === undefined ? fontFamily : `'${own}',${fontFamily}`
}

/** The first family that a stylesheet in the form of Google Fonts declares; undefined for another form. */
function fontNameIn(url: string): string | undefined {
  const family = new URL(url).searchParams.get('family')?.split(':')[0]
  return family !== undefined && /^[\p{L}\p{N} -]{1,60}$/u.test(family) ? family : undefined
}
