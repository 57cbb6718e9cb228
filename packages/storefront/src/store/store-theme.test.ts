import { expect, it } from 'vitest'
import { contrast, readableOn, storeTheme, textOn } from './store-theme.ts'

it('computes the contrast of two colors as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#089b71', '#089b71')).toBe(1)
})

it('keeps text readable on and beside any color', () => {
  for (let seed = 0; seed < 0x1000000; seed += 7_919) {
    const color = `#${seed.toString(16).padStart(6, '0')}`
    expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.5)
    for (const background of ['#ffffff', '#000000', '#777777'])
      expect(contrast(readableOn(color, background), background)).toBeGreaterThanOrEqual(4.5)
  }
})

it.each(['left', 'top', 'grid'] as const)('keeps every text of the %s layout readable, whatever the two colors are', (layout) => {
  const color = (seed: number) => `#${(seed % 0x1000000).toString(16).padStart(6, '0')}`
  for (let seed = 0; seed < 0x1000000; seed += 15_013) {
    const { css } = storeTheme({ layout, mainColor: color(seed * 31), secondaryColor: color(seed), fontsUrl: null })
    const {
      second = '',
      page = '',
      surface = '',
      main = '',
      ...texts
    } = Object.fromEntries([...css.matchAll(/--([\w-]+):(#\w{6})/g)].map(([, name, value]) => [name, value]))
    const behind: [background: string, names: string[]][] = [
      [second, ['on-second', 'on-second-soft']],
      [page, ['on-page', 'on-page-soft', 'page-accent']],
      [surface, ['text', 'soft', 'accent', 'warning']],
      [main, ['on-main']],
    ]
    for (const [background, names] of behind)
      for (const name of names) expect([css, name, contrast(texts[name] ?? '', background) >= 4.5]).toEqual([css, name, true])
  }
})

it('does not change a color that is readable', () => {
  expect(readableOn('#067b5a', '#ffffff')).toBe('#067b5a')
})
