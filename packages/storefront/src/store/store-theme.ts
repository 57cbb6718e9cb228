import { fontFamily } from '@linkshelf/contract'
import type { StoreData } from './store-data.ts'

type StoreBrand = Pick<StoreData, 'layout' | 'mainColor' | 'secondaryColor' | 'fontsUrl'>

interface StoreTheme {
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

// Readable colors for any pair of brand colors. Contrast as defined by WCAG 2.2 (relative luminance).

type Rgb = readonly [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const textContrast = 4.5

/** `hex` as `#rrggbb`. */
export function contrast(first: string, second: string): number {
  return contrastOf(toRgb(first), toRgb(second))
}

/** Black or white, whichever is easier to read on this color. */
export function textOn(background: string): string {
  return contrastOf(toRgb(background), white) >= contrastOf(toRgb(background), black) ? '#ffffff' : '#000000'
}

/** The color itself where it is readable on the background, or else the nearest mix with black or white that is. */
export function readableOn(color: string, background: string): string {
  const [from, behind] = [toRgb(color), toRgb(background)]
  const to = toRgb(textOn(background))
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(from, to, share)
    if (contrastOf(mixed, behind) >= textContrast) return toHex(mixed)
  }
  return toHex(to)
}

/** `color` with this share of another one in it. */
function mixed(color: string, other: string, share: number): string {
  return toHex(mix(toRgb(color), toRgb(other), share))
}

function toRgb(hex: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Rgb
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share)) as unknown as Rgb
}

function contrastOf(first: Rgb, second: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
