// Makes colors readable for any pair of brand colors. Contrast is computed as in WCAG 2.2, from relative luminance.

type Rgb = readonly [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
export const textContrast = 4.5

/** The minimum contrast of shapes that show where a control is (WCAG 2.2, 1.4.11). */
export const controlContrast = 3

/** Returns the contrast of two colors. Both are given as `#rrggbb`. */
export function computeContrast(first: string, second: string): number {
  return computeRgbContrast(toRgb(first), toRgb(second))
}

/** Returns black or white, whichever is easier to read on this background. */
export function chooseTextColor(background: string): string {
  return computeRgbContrast(toRgb(background), white) >= computeRgbContrast(toRgb(background), black) ? '#ffffff' : '#000000'
}

/**
 * Returns the color if it is readable on the background. Otherwise returns the nearest readable mix with black or
 * white.
 */
export function makeReadable(color: string, background: string): string {
  return findNearestMix(color, chooseTextColor(background), (mix) => computeContrast(mix, background) >= textContrast)
}

/**
 * Returns the color if it is accepted, otherwise the nearest accepted mix with the other color. If no mix is accepted,
 * returns the other color. If a mix is accepted, all mixes with more of the other color must be accepted too. A mix
 * with black or white keeps the hue.
 */
export function findNearestMix(color: string, other: string, isAccepted: (mix: string) => boolean): string {
  if (isAccepted(color)) return color
  let [rejected, accepted] = [0, 100]
  while (accepted - rejected > 1) {
    const percent = Math.floor((rejected + accepted) / 2)
    if (isAccepted(mixColors(color, other, percent / 100))) accepted = percent
    else rejected = percent
  }
  return mixColors(color, other, accepted / 100)
}

/** Mixes `color` with this share of `other`. */
export function mixColors(color: string, other: string, share: number): string {
  const [from, to] = [toRgb(color), toRgb(other)]
  return toHex(from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * share))
}

/** Rotates the color around the gray axis by degrees of hue. */
export function rotateHue(color: string, degrees: number): string {
  const [red, green, blue] = toRgb(color)
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const sine = Math.sin((degrees * Math.PI) / 180) / Math.sqrt(3)
  const rest = (1 - cosine) / 3
  const mix = (one: number, next: number, last: number) => one * (cosine + rest) + next * (rest - sine) + last * (rest + sine)
  return toHex([mix(red, green, blue), mix(green, blue, red), mix(blue, red, green)])
}

/** Returns the relative luminance, from 0 for black to 1 for white. */
export function computeLuminance(color: string): number {
  return computeRgbLuminance(toRgb(color))
}

function toHex(channels: readonly number[]): string {
  const bytes = channels.map((channel) => Math.max(0, Math.min(255, Math.round(channel))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function toRgb(hex: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as unknown as Rgb
}

function computeRgbContrast(first: Rgb, second: Rgb): number {
  const [lighter = 0, darker = 0] = [computeRgbLuminance(first), computeRgbLuminance(second)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function computeRgbLuminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
