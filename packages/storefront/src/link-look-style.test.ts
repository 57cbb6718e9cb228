import { type StoreTheme, storeFontFiles, storeThemes } from '@linkshelf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatLinkLookStyle, type LinkPageBrand, listNeededFonts, toColorScheme } from './link-look-style.ts'
import { computeContrast } from './store/color-contrast.ts'
import { themeDesigns } from './store/themes/store-themes.ts'

const themes = Object.keys(storeThemes) as StoreTheme[]
const fonts = { headingFont: null, textFont: null, fontsUrl: null }
const plain: LinkPageBrand = {
  ...fonts,
  layout: 'grid',
  theme: 'plain',
  mainColor: '#089b71',
  secondaryColor: '#ebedef',
  picture: null,
  focus: null,
}
const listFiles = (css: string) => [...css.matchAll(/url\(([^)]*)\)/g)].map(([, path]) => path ?? '')

it.each(themes)('has the fonts, the background and the shapes of the theme %s, from files of the instance', (theme) => {
  const css = formatLinkLookStyle({ ...plain, theme })
  const { headings, shape, ground } = themeDesigns[theme]

  expect(listFiles(css).filter((path) => !storeFontFiles.has(path))).toEqual([])
  expect(listNeededFonts({ ...plain, theme }).files.length).toBeGreaterThan(0)
  expect(css.length).toBeLessThan(9_000)
  if (theme === 'plain') return
  expect(css).toContain(`h1,.owner{font-weight:${headings.weight}}`)
  expect(css).toContain(`.button{border-radius:${shape.button}}`)
  expect(css.includes('--ground:var(--page);')).toBe(ground === 'flat')
})

it('has the fonts that the owner chose or copied, but no fonts of another site', () => {
  const chosen = { ...plain, theme: 'linen', headingFont: 'lora' } as const
  expect(listNeededFonts(chosen).files).toEqual(['/media/fonts/5.3/dm-sans-latin.woff2', '/media/fonts/5.3/lora-latin.woff2'])

  const copied = { ...chosen, fontsUrl: `https://go.example/media/${'a'.repeat(27)}/fonts.css?family=Karla` }
  expect(listNeededFonts(copied)).toEqual({ files: [], styleSheet: `/media/${'a'.repeat(27)}/fonts.css?family=Karla` })
  expect(formatLinkLookStyle(copied)).toContain("--font:'Karla',")
  expect(listFiles(formatLinkLookStyle(copied))).toEqual([])

  const foreign = { ...chosen, fontsUrl: 'https://fonts.example/css2?family=Karla' }
  expect(listNeededFonts(foreign)).toEqual(listNeededFonts(chosen))
  expect(formatLinkLookStyle(foreign)).toBe(formatLinkLookStyle(chosen))
})

it('crops the picture of the product at its focus', () => {
  const picture = `https://go.example/media/${'a'.repeat(27)}/800x400.webp`
  expect(formatLinkLookStyle({ ...plain, picture, focus: { x: 1, y: 0.5 } })).toContain('.product img{object-position:100% 50%}')
  expect(formatLinkLookStyle({ ...plain, picture })).not.toContain('object-position')
})

const anyColor = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it.each(themes)('stays readable in the theme %s with any two colors', (theme) => {
  fc.assert(
    fc.property(anyColor, anyColor, (mainColor, secondaryColor) => {
      const look = { ...plain, theme, mainColor, secondaryColor }
      const colors = Object.fromEntries(
        [...formatLinkLookStyle(look).matchAll(/--([a-z-]+):(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
      )
      const computePairContrast = (text: string, ground: string) => computeContrast(colors[text] ?? '', colors[ground] ?? '')
      for (const ground of ['page', 'mark', 'tone'])
        for (const text of ['text', 'soft', 'brand']) expect(computePairContrast(text, ground)).toBeGreaterThanOrEqual(4.5)
      expect(computePairContrast('on-button', 'button')).toBeGreaterThanOrEqual(4.5)
      expect(computePairContrast('on-button', 'button-hover')).toBeGreaterThanOrEqual(4.5)
      expect(computePairContrast('edge', 'page')).toBeGreaterThanOrEqual(3)
      expect(toColorScheme(look)).toMatch(/^(light|dark)$/)
    }),
    { numRuns: 60 },
  )
})
