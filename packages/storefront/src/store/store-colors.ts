// The colors of store pages, without the fonts and grounds of themes: the dashboard shows them before it loads those.
import { contrast, controlContrast, luminance, mixed, nearestMix, readableOn, textContrast, textOn, turned } from './color-contrast.ts'
import type { StoreData } from './store-data.ts'

export type StoreBrand = Pick<StoreData, 'layout' | 'theme' | 'mainColor' | 'secondaryColor'>
export type StoreColors = ReturnType<typeof storeColors>

/** How much of the main color is in the tints of a ground, on light and on dark pages. */
export interface TintShares {
  light: number
  dark: number
}

const noTints: TintShares = { light: 0, dark: 0 }

const ink = '#17201d'
const night = '#0c0f0e'
const paper = '#ffffff'
const chalk = '#f1f5f3'

/**
 * Pages of a store are dark when its secondary color is. Each text has a contrast of at least 4.5 to what is behind it,
 * and each edge of a control one of 3, whichever the two colors are.
 */
export function storeColors({ layout, theme, mainColor, secondaryColor: second }: StoreBrand, shares: TintShares = noTints) {
  const isDark = textOn(second) === paper
  const page = layout === 'top' || theme !== 'plain' ? second : isDark ? mixed(second, night, 0.78) : mixed(second, paper, 0.72)
  const surface = surfaceOn(page, isDark)
  const text = isDark ? chalk : ink
  const main = buttonGround(mainColor, surface, isDark)
  const tint = (color: string) => weakened(mixed(page, color, isDark ? shares.dark : shares.light), page)
  const [mark, tone] = [tint(main), tint(turned(main, neighborDegrees))]
  const grounds = [page, mark, tone, mixed(mark, tone, 0.5)]
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
    mark,
    tone,
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

/** A neighbor on the color wheel, so that both tints look well beside each other. */
const neighborDegrees = 40

/** A tint as strong as it can be while one text is readable on the page and on it. */
function weakened(tint: string, page: string): string {
  return nearestMix(tint, page, (mix) => contrast(mix, textOn(page)) >= textContrast)
}
