// Computes the colors of store pages. The fonts and backgrounds of themes are in other files, because the dashboard
// shows the colors before it loads fonts and backgrounds.
import {
  chooseTextColor,
  computeContrast,
  computeLuminance,
  controlContrast,
  findNearestMix,
  makeReadable,
  mixColors,
  rotateHue,
  textContrast,
} from './color-contrast.ts'
import type { StoreData } from './store-data.ts'

export type StoreBrand = Pick<StoreData, 'layout' | 'theme' | 'mainColor' | 'secondaryColor'>
export type StoreColors = ReturnType<typeof computeStoreColors>

/** The share of the main color in the tints of a background, on light and on dark pages. */
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
 * Computes the colors of a store. Pages are dark if the secondary color is dark. For any pair of colors, texts have a
 * contrast of at least 4.5 to their background, and edges of controls at least 3.
 */
export function computeStoreColors({ layout, theme, mainColor, secondaryColor: second }: StoreBrand, shares: TintShares = noTints) {
  const isDark = chooseTextColor(second) === paper
  const page = layout === 'top' || theme !== 'plain' ? second : isDark ? mixColors(second, night, 0.78) : mixColors(second, paper, 0.72)
  const surface = computeSurface(page, isDark)
  const text = isDark ? chalk : ink
  const main = computeButtonColor(mainColor, surface, isDark)
  const tint = (color: string) => weakenTint(mixColors(page, color, isDark ? shares.dark : shares.light), page)
  const [mark, tone] = [tint(main), tint(rotateHue(main, neighborDegrees))]
  const grounds = [page, mark, tone, mixColors(mark, tone, 0.5)]
  const readableOnPage = (color: string) =>
    findNearestMix(color, chooseTextColor(page), (mix) => grounds.every((ground) => computeContrast(mix, ground) >= textContrast))
  const onPage = readableOnPage(text)
  const onMain = computeContrast(main, paper) >= textContrast ? paper : '#000000'
  /**
   * Returns the color for the edge of a control: the color itself, or its nearest mix with white or black that has
   * enough contrast to the page and to a card.
   */
  const edge = (color: string) =>
    findNearestMix(color, chooseTextColor(page), (mix) =>
      [...grounds, surface].every((ground) => computeContrast(mix, ground) >= controlContrast),
    )
  return {
    isDark,
    brand: mainColor,
    second,
    'on-second': chooseTextColor(second),
    'on-second-soft': makeReadable(mixColors(chooseTextColor(second), second, 0.24), second),
    'second-line': mixColors(second, chooseTextColor(second), 0.16),
    page,
    mark,
    tone,
    'on-page': onPage,
    'on-page-soft': readableOnPage(mixColors(onPage, page, softShare)),
    'page-line': mixColors(page, chooseTextColor(page), 0.14),
    'page-accent': readableOnPage(mainColor),
    surface,
    text: makeReadable(text, surface),
    soft: makeReadable(mixColors(text, surface, softShare), surface),
    line: mixColors(surface, text, isDark ? 0.14 : 0.1),
    control: edge(mixColors(surface, text, 0.3)),
    accent: makeReadable(mainColor, surface),
    warning: makeReadable(isDark ? '#ffb59a' : '#8a2f12', surface),
    main,
    'main-hover': mixColors(main, onMain === paper ? '#000000' : paper, 0.14),
    'on-main': onMain,
    'main-edge': edge(main),
    ground: isDark ? mixColors(paper, second, 0.16) : paper,
    'ground-tint': mixColors(paper, second, isDark ? 0.16 : 0.3),
  }
}

/** The share of the background's color in the color of less important text. */
const softShare = 0.28

/** Maximum luminance of a dark card. On such a card, a button stands out although it is dark enough for white text. */
const darkLuminance = 0.022

/**
 * Returns the color of cards. On a light page, cards are white. On a dark page, a card is lighter than the page. If the
 * lighter color would be too light for buttons to stand out, the card is darker than the page.
 */
function computeSurface(page: string, isDark: boolean): string {
  if (!isDark) return paper
  const lighter = mixColors(page, paper, 0.07)
  return computeLuminance(lighter) <= darkLuminance ? lighter : findNearestMix(page, night, (mix) => computeLuminance(mix) <= darkLuminance)
}

/**
 * If a color has less contrast to white than this, it gets black text. For white text, it would have to be so dark that
 * it looked like another color.
 */
const lightContrast = 2.2

/**
 * Returns the color of buttons. A light color does not change, and gets black text. Any other color is darkened until
 * white text is readable on it. If it does not stand out from a dark card, it is lightened as long as white text stays
 * readable.
 */
function computeButtonColor(main: string, surface: string, isDark: boolean): string {
  if (computeContrast(main, paper) < lightContrast) return main
  const ground = findNearestMix(main, '#000000', (mix) => computeContrast(mix, paper) >= textContrast)
  if (!isDark || computeContrast(ground, surface) >= controlContrast) return ground
  const lighter = findNearestMix(ground, paper, (mix) => computeContrast(mix, surface) >= controlContrast)
  return computeContrast(lighter, paper) >= textContrast ? lighter : ground
}

/** Degrees of hue between the two tints of a background. Neighbors on the color wheel look good next to each other. */
const neighborDegrees = 40

/** Returns the tint, or its nearest mix with the page's color on which the page's text color is readable. */
function weakenTint(tint: string, page: string): string {
  return findNearestMix(tint, page, (mix) => computeContrast(mix, chooseTextColor(page)) >= textContrast)
}
