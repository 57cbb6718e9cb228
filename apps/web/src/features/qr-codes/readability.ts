import type { QrConfig } from '@linkshelf/contract'

/** Below this contrast phone cameras begin to fail. */
const minContrast = 3

const paper = '#ffffff'

/** A hint when phones may not read a code in these colors, else undefined. A transparent code is checked on white. */
export function readabilityHint({ color, background_color, background_transparent }: Omit<QrConfig, 'logo'>): string | undefined {
  const background = background_transparent ? paper : background_color
  const ratio = contrastOf(color, background)
  if (ratio < minContrast) {
    const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
    return background_transparent
      ? `On white paper this color is too pale for many phones (contrast ${shown}, at least ${minContrast} is needed). Choose a darker one.`
      : `These colors are too close for many phones (contrast ${shown}, at least ${minContrast} is needed). Choose a darker foreground or a lighter background.`
  }
  if (luminanceOf(color) > luminanceOf(background)) {
    return 'The code is lighter than its background. Some phones cannot read that: choose a dark foreground on a light background.'
  }
  return undefined
}

/**
 * Returns the contrast of two colors given as `#rrggbb`, from 1 (the same) to 21 (black on white). Source:
 * WCAG 2.2, contrast ratio.
 */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns a number from 0 (black) to 1 (white). Source: WCAG 2.2, relative luminance. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => linear(Number.parseInt(color.slice(start, start + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
