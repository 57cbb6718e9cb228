// Backgrounds of themes, which are behind the cards. They are CSS gradients and patterns in two tints of the store's
// colors.
import type { TintShares } from '../store-colors.ts'

export type Background = 'flat' | 'wash' | 'glow' | 'bubbles' | 'dots' | 'lines' | 'hatch'

interface BackgroundDesign {
  shares: TintShares
  /** CSS images on the color of the page. They use the colors `--mark` and `--tone`. */
  images: string
}

const backgrounds: Record<Background, BackgroundDesign> = {
  flat: { shares: { light: 0, dark: 0 }, images: '' },
  wash: { shares: { light: 0.12, dark: 0.16 }, images: 'linear-gradient(var(--mark),transparent 34rem) no-repeat' },
  glow: {
    shares: { light: 0.26, dark: 0.38 },
    images:
      'radial-gradient(42rem 30rem at 0 0,var(--mark),transparent 72%) no-repeat,radial-gradient(46rem 34rem at 100% 12rem,var(--tone),transparent 72%) no-repeat,radial-gradient(60rem 30rem at 40% 100%,var(--mark),transparent 72%) no-repeat',
  },
  bubbles: {
    shares: { light: 0.13, dark: 0.16 },
    images:
      'radial-gradient(circle at 8% 9rem,var(--mark) 7rem,transparent 7.05rem) no-repeat,radial-gradient(circle at 94% 22rem,var(--tone) 10rem,transparent 10.05rem) no-repeat,radial-gradient(circle at 60% 2rem,var(--tone) 3.5rem,transparent 3.55rem) no-repeat,radial-gradient(circle at 20% 100%,var(--mark) 12rem,transparent 12.05rem) no-repeat',
  },
  dots: { shares: { light: 0.22, dark: 0.12 }, images: 'radial-gradient(var(--mark) 1.5px,transparent 2px) 0 0/22px 22px' },
  lines: {
    shares: { light: 0.1, dark: 0.1 },
    images:
      'linear-gradient(var(--mark) 1px,transparent 1px) 0 0/32px 32px,linear-gradient(90deg,var(--mark) 1px,transparent 1px) 0 0/32px 32px',
  },
  hatch: { shares: { light: 0.07, dark: 0.07 }, images: 'repeating-linear-gradient(135deg,var(--mark) 0 1px,transparent 1px 8px)' },
}

/** Returns the value of `background` for a page. */
export function formatBackground(ground: Background): string {
  const { images } = backgrounds[ground]
  return images === '' ? 'var(--page)' : `${images},var(--page)`
}

/** Returns the strength of a background's tints. A tint is weakened later if text is not readable on it. */
export function toTintShares(ground: Background): TintShares {
  return backgrounds[ground].shares
}
