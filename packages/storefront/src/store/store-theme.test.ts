import { storeLayouts, storeThemes } from '@linkshelf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeContrast } from './color-contrast.ts'
import { computeThemeColors, toStoreTheme } from './store-theme.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const layout = fc.constantFrom(...listNames(storeLayouts))
const theme = fc.constantFrom(...listNames(storeThemes))

const plain = { theme: 'plain', headingFont: null, textFont: null, fontsUrl: null } as const

type Colors = Omit<ReturnType<typeof computeThemeColors>, 'isDark'>

/** Backgrounds, with the colors of texts on them. */
const texts: [ground: keyof Colors, names: (keyof Colors)[]][] = [
  ['second', ['on-second', 'on-second-soft']],
  ['page', ['on-page', 'on-page-soft', 'page-accent']],
  ['mark', ['on-page', 'on-page-soft', 'page-accent']],
  ['tone', ['on-page', 'on-page-soft', 'page-accent']],
  ['surface', ['text', 'soft', 'accent', 'warning']],
  ['main', ['on-main']],
  ['main-hover', ['on-main']],
]
const controls: typeof texts = [
  ['page', ['main-edge', 'control']],
  ['mark', ['main-edge', 'control']],
  ['tone', ['main-edge', 'control']],
  ['surface', ['main-edge', 'control']],
]

function listTooClose(colors: Colors, pairs: typeof texts, minimum: number): string[] {
  return pairs.flatMap(([ground, names]) =>
    names.flatMap((name) => (computeContrast(colors[name], colors[ground]) >= minimum ? [] : [`${name} on ${ground}`])),
  )
}

it('has enough contrast for all texts and controls in each layout and theme, with any two colors', () => {
  fc.assert(
    fc.property(layout, theme, color, color, (chosen, chosenTheme, mainColor, secondaryColor) => {
      const colors = computeThemeColors({ layout: chosen, theme: chosenTheme, mainColor, secondaryColor })
      expect([...listTooClose(colors, texts, 4.5), ...listTooClose(colors, controls, 3)]).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('uses white text on the main color, and black text only if the main color is light', () => {
  fc.assert(
    fc.property(layout, theme, color, color, (chosen, chosenTheme, mainColor, secondaryColor) => {
      const colors = computeThemeColors({ layout: chosen, theme: chosenTheme, mainColor, secondaryColor })
      const isLight = computeContrast(mainColor, '#ffffff') < 2.2
      expect(colors['on-main']).toBe(isLight ? '#000000' : '#ffffff')
      if (isLight) expect(colors.main).toBe(mainColor)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['#089b71', '#078762'],
  ['#ff69b4', '#bd4e85'],
  ['#dc2626', '#dc2626'],
])('darkens the button color %s without changing its hue, to %s', (mainColor, ground) => {
  expect(computeThemeColors({ layout: 'grid', theme: 'plain', mainColor, secondaryColor: '#ebedef' }).main).toBe(ground)
})

it('lightens the button color on a dark page until it stands out from a card', () => {
  fc.assert(
    fc.property(layout, theme, color, color, (chosen, chosenTheme, mainColor, secondaryColor) => {
      const { isDark, main, surface } = computeThemeColors({ layout: chosen, theme: chosenTheme, mainColor, secondaryColor })
      fc.pre(isDark)
      expect(computeContrast(main, surface)).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 500 },
  )
})

it("declares each color of a store, and whether the store's pages are dark", () => {
  const { scheme, css } = toStoreTheme({ ...plain, layout: 'left', mainColor: '#f5b301', secondaryColor: '#1b1f3b' })

  expect(scheme).toBe('dark')
  expect(css).toContain('--second:#1b1f3b;')
  expect(css.match(/--[\w-]+:#[0-9a-f]{6}(?=[;}])/g)).toHaveLength(23)
})

function listNames<Name extends string>(things: Record<Name, unknown>): Name[] {
  return Object.keys(things) as Name[]
}
